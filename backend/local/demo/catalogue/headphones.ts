import { earbuds } from '../drawings/earbuds.ts';
import { headphones as over } from '../drawings/headphones.ts';
import { type ListedProduct, said, stars, waiting } from './product.ts';

export const headphones: ListedProduct[] = [
  {
    title: 'Aldra One Wireless Headphones, Midnight',
    description:
      'Closed over-ear headphones with noise cancelling, 40 hours of battery and a ring on the cup that sets the volume. 248 g.',
    price: 279,
    picture: () => over({ backdrop: 'butter', shell: '#2b3040', cushion: '#3a3f4f', band: '#2b3040', cup: 'dial' }),
    rates: stars(21, 10, 3, 1),
    comments: [
      said(
        'milica',
        7,
        'Two flights and a week of open-plan office on one charge. The volume ring is the best control I have had on headphones.',
      ),
      said('hugo', 29, 'Cancelling is strong with engines, so-so with voices.'),
      said('Guest', 55, 'Warm ears in summer.'),
    ],
  },
  {
    title: 'Pebblewick Buds, Charging Case, White',
    description:
      'Earbuds with stems, three sizes of tips and 7 hours a charge, 28 with the case. Water resistant to IPX4.',
    price: 119.9,
    picture: () =>
      earbuds({
        backdrop: 'mint',
        body: '#f4f2ec',
        box: '#f4f2ec',
        tip: '#d0d3d6',
        accent: '#46b08c',
        form: 'stem',
        boxForm: 'pebble',
      }),
    rates: stars(12, 14, 6, 2, 1),
    comments: [
      said('elif', 10, 'Calls are clear even on a bike. The case opens a bit too easily.'),
      said('marko87', 38, 'Left bud lost its pairing twice in a month.'),
    ],
  },
  {
    title: 'Aldra Reference Headphones, Walnut, Wired',
    description:
      'Wired headphones with walnut cups, 250 ohms, and a 3 m cable that plugs in at both ends. Every part is available as a spare.',
    price: 499,
    picture: () =>
      over({
        backdrop: 'lilac',
        shell: '#9a5f38',
        cushion: '#2a2420',
        band: '#6d452d',
        cup: 'wood',
        cable: '#3a3f4f',
        metal: '#d8c6a0',
      }),
    rates: stars(15, 3, 1),
    comments: [
      said('samuel_o', 16, 'They show you every mistake in a mix. Needs a proper amplifier, a phone will not do.'),
      said('freya_m', 80, 'Beautiful, and the ear pads last.'),
    ],
  },
  {
    title: 'Brisk Run Earhooks, Coral',
    description:
      'Open sport earphones that hook over the ear and leave it free for traffic. 9 hours, IP55, physical buttons.',
    price: 89.99,
    picture: () =>
      earbuds({
        backdrop: 'ink',
        body: '#e07a5f',
        box: '#e07a5f',
        tip: '#3b3f4c',
        accent: '#ffffff',
        form: 'hook',
        boxForm: 'long',
      }),
    rates: stars(9, 8, 4, 1),
    comments: [
      said('nina_w', 12, 'Half marathon in the rain, no problem. Bass is thin, which is expected with open ones.'),
    ],
  },
  {
    title: 'Orrin Squad Headset, Microphone',
    description: 'Light headset with a boom microphone that mutes when raised. 2.4 GHz and cable, 30 hours.',
    price: 129,
    picture: () =>
      over({
        backdrop: 'slate',
        shell: '#e8e6e0',
        cushion: '#2c313d',
        band: '#3d4454',
        cup: 'plain',
        microphone: true,
        size: 0.96,
        metal: '#f1663a',
      }),
    rates: stars(10, 9, 5, 2, 2),
    comments: [
      said('aidan_c', 20, 'Team mates say I sound like a radio host. Cushions are a bit small for big ears.'),
      waiting('Guest', 1, 'does it work with the pocket console??'),
    ],
  },
  {
    title: 'Pebblewick Mini Buds, Navy',
    description: 'Small, stemless earbuds for sleeping on the side: 4.1 g each, 5 hours, white noise built in.',
    price: 69.9,
    picture: () =>
      earbuds({
        backdrop: 'sky',
        body: '#3e4a6b',
        box: '#3e4a6b',
        tip: '#aab3c8',
        accent: '#ffc247',
        form: 'bean',
        boxForm: 'square',
      }),
    rates: stars(5, 7, 6, 3, 1),
    comments: [
      said('helen.b', 24, 'I sleep on my side and do not feel them. Five hours is too short for a night, though.'),
    ],
  },
  {
    title: 'Aldra Open Headphones, Steel Grille, Wired',
    description:
      'Open-backed headphones for long sessions at home: wide stage, velour cushions, 290 g. People beside you will hear your music.',
    price: 229,
    picture: () =>
      over({
        backdrop: 'sage',
        shell: '#5d6673',
        cushion: '#a9a49a',
        band: '#4a505c',
        cup: 'grille',
        cable: '#2c313d',
        size: 1.06,
      }),
    rates: stars(11, 6, 1),
    comments: [
      said('theo', 33, 'Comfortable for a whole working day.'),
      said('jelena.s', 61, 'My flatmate now knows all my podcasts. As described.'),
    ],
  },
];
