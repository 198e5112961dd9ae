import { gameDevice } from '../drawings/gameDevice.ts';
import { synthesizer } from '../drawings/synthesizer.ts';
import { type ListedProduct, said, stars, waiting } from './product.ts';

export const musicAndGames: ListedProduct[] = [
  {
    title: 'Otto Pocket Synthesizer, 25 Keys',
    description:
      'Synthesizer with six voices, a sequencer of 64 steps and a speaker of its own. Runs for eight hours; MIDI by USB-C and minijack.',
    price: 549,
    picture: () =>
      synthesizer({
        backdrop: 'clay',
        body: '#e8e5de',
        panel: '#e8e5de',
        accent: '#e4673d',
        scene: 'orbit',
        form: 'keys',
      }),
    rates: stars(15, 5, 1),
    comments: [
      said('theo', 4, 'I bought it for travelling and now the big one gathers dust.'),
      said('lucie', 30, 'Small keys. If you play piano, try it first.'),
    ],
  },
  {
    title: 'Orrin Duo Game Controller, Ivory',
    description:
      'Wireless controller with magnetic sticks that do not drift, two keys at the back and 40 hours of battery.',
    price: 64.9,
    picture: () =>
      gameDevice({ backdrop: 'lilac', body: '#f3f1ec', grips: '#3d3a5c', accent: '#7a6cf0', form: 'controller' }),
    rates: stars(16, 10, 3, 1),
    comments: [
      said('mateo.g', 8, 'Sticks feel exact, triggers are short. Very good value.'),
      said('Guest', 36, 'No carrying case.'),
    ],
  },
  {
    title: 'Orrin Roam Handheld Console, 512 GB',
    description:
      '7-inch handheld with 120 Hz, magnetic sticks and a dock port for the television. Two to six hours, depending on the game.',
    price: 479,
    picture: () =>
      gameDevice({ backdrop: 'butter', body: '#2f6f8f', grips: '#22252e', accent: '#e4673d', form: 'handheld' }),
    rates: stars(12, 8, 3, 1, 1),
    comments: [
      said('marko87', 12, 'Perfect on trains. Fan is audible in quiet scenes.'),
      waiting('yara', 1, 'How much of the 512 GB is free at the start?'),
    ],
  },
  {
    title: 'Otto Grid Drum Machine, 16 Pads',
    description: 'Sampler and drum machine with 16 pads that feel pressure, 32 GB and effects on three knobs.',
    price: 399,
    picture: () =>
      synthesizer({
        backdrop: 'fog',
        body: '#2c313d',
        panel: '#343a47',
        accent: '#e4673d',
        scene: 'mixer',
        form: 'grid',
        turn: 16,
      }),
    rates: stars(8, 6, 2),
    comments: [said('bram', 19, 'From unpacking to the first beat: eleven minutes.')],
  },
  {
    title: 'Tinker Boy Pocket Console, 200 Games',
    description:
      'Pocket console with 200 licensed classics, a bright 3.5-inch screen and real clicking keys. AA batteries or USB-C.',
    price: 89.9,
    picture: () =>
      gameDevice({
        backdrop: 'coral',
        body: '#efe9db',
        grips: '#3a3f4a',
        accent: '#8d4a8f',
        form: 'pocket',
        scene: 'peaks',
      }),
    rates: stars(7, 9, 4, 2),
    comments: [
      said('oskar', 23, 'My childhood, with a screen one can actually see.'),
      said('vesna', 54, 'Half of the games are fillers. The other half is gold.'),
    ],
  },
  {
    title: 'Otto Patch Modular Synthesizer, Walnut',
    description:
      'Semi-modular synthesizer with 24 patch points, two oscillators and walnut cheeks. Eight patch cables included.',
    price: 799,
    picture: () =>
      synthesizer({
        backdrop: 'pine',
        body: '#c9ccd1',
        panel: '#c9ccd1',
        accent: '#e8b23f',
        scene: 'mixer',
        form: 'modular',
        wood: '#8a5a36',
      }),
    rates: stars(6, 1, 1),
    comments: [said('samuel_o', 41, 'Never makes the same sound twice. Take photos of your patches.')],
  },
  {
    title: 'Orrin Base Home Console, 1 TB',
    description:
      'Console for the television with 4K at 60 frames, 1 TB and two controllers possible at once. 22 dB in ordinary use.',
    price: 499.99,
    picture: () =>
      gameDevice({ backdrop: 'sky', body: '#f3f1ec', grips: '#22252e', accent: '#4d9fe6', form: 'console' }),
    rates: [],
    comments: [waiting('Guest', 3, 'When will it be delivered with the second controller?')],
  },
];
