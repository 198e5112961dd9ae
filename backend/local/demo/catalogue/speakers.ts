import { loudspeaker } from '../drawings/loudspeaker.ts';
import { turntable } from '../drawings/turntable.ts';
import { type ListedProduct, said, stars, waiting } from './product.ts';

export const speakers: ListedProduct[] = [
  {
    title: 'Grove Player Turntable, Walnut',
    description:
      'Belt-driven record player for 33 and 45, with a replaceable cartridge and a phono stage that can be switched off.',
    price: 389,
    picture: () =>
      turntable({ backdrop: 'blush', plinth: '#8a5a36', mat: '#2a2d35', label: '#e2725b', accent: '#e2725b' }),
    rates: stars(11, 7, 2),
    comments: [
      said('theo', 8, 'Set up in twenty minutes, the printed guide is excellent.'),
      said('jelena.s', 26, 'Hum with my old amplifier until I switched the phono stage off. Silent since.'),
    ],
  },
  {
    title: 'Grove 5 Bookshelf Speakers, Oak, Pair',
    description:
      'Active two-way speakers with 2 × 60 W, a 13 cm woofer, Bluetooth, optical and analogue inputs. 34 cm tall.',
    price: 449,
    picture: () =>
      loudspeaker({ backdrop: 'butter', body: '#a9703f', cone: '#2e323b', accent: '#c8ccd2', form: 'bookshelf' }),
    rates: stars(17, 6, 1, 1),
    comments: [
      said('oskar', 14, 'Voices sound as if somebody were in the room. Leave 20 cm to the wall.'),
      said('Guest', 58, 'Remote control feels cheap.'),
    ],
  },
  {
    title: 'Brisk Can Portable Speaker, Denim',
    description: 'Bluetooth speaker with 20 W, 18 hours and a strap. Floats, and survives sand and rain (IP67).',
    price: 79.9,
    picture: () => loudspeaker({ backdrop: 'coral', body: '#38506b', cone: '#2e323b', accent: '#ffc247', form: 'can' }),
    rates: stars(14, 12, 5, 2, 1),
    comments: [
      said('yara', 3, 'Fell into the lake, swam, went on playing.'),
      said('bram', 45, 'Loud enough for a garden, not for a park.'),
    ],
  },
  {
    title: 'Mirel Bar Soundbar with Two Rear Speakers',
    description:
      'Soundbar of 92 cm and two wireless rear speakers, 5.1 channels, HDMI eARC. The dialogue mode lifts voices without hurting the rest.',
    price: 599.9,
    picture: () => loudspeaker({ backdrop: 'fog', body: '#3a3f4a', cone: '#2e323b', accent: '#7fd1c7', form: 'bar' }),
    rates: stars(6, 9, 3, 1, 1),
    comments: [said('vesna', 20, 'We finally understand what people say in films.')],
  },
  {
    title: 'Tove Kitchen Radio, DAB+ and FM, Tomato',
    description:
      'A radio with two knobs and four stations on keys. DAB+, FM, Bluetooth, and a battery for a day in the garden.',
    price: 149,
    picture: () =>
      loudspeaker({ backdrop: 'sage', body: '#d96c47', cone: '#f0e8d8', accent: '#e4573d', form: 'radio' }),
    rates: stars(15, 5, 2),
    comments: [
      said('helen.b', 16, 'My mother (84) uses it without asking me anything. Highest praise.'),
      said('ana.petrovic', 64, 'Nice warm sound, display is a little dark.'),
    ],
  },
  {
    title: 'Mirel Dome Smart Speaker, Heather',
    description:
      'Room speaker that answers locally: voice commands are understood on the device, without an account. Mute key that cuts the microphones.',
    price: 129.99,
    picture: () =>
      loudspeaker({ backdrop: 'lilac', body: '#8d8f9c', cone: '#2e323b', accent: '#ffffff', form: 'dome' }),
    rates: stars(7, 9, 6, 2, 1),
    comments: [
      said('marko87', 27, 'Understands fewer things than the big ones, but what it does stays at home.'),
      waiting('nina_w', 2, 'Can two of them play as a stereo pair?'),
    ],
  },
  {
    title: 'Grove Tower Speakers, White, Pair',
    description: 'Passive three-way floor speakers, 1.02 m tall, 40 to 200 W, cones of woven glass fibre. 21 kg each.',
    price: 1890,
    picture: () =>
      loudspeaker({ backdrop: 'slate', body: '#f0ede6', cone: '#e8b23f', accent: '#e8e8ea', form: 'tower' }),
    rates: stars(5, 2),
    comments: [said('samuel_o', 34, 'They need space and then they disappear. Get someone to help you carry them.')],
  },
];
