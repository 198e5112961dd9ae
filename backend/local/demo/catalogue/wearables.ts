import { watch } from '../drawings/watch.ts';
import { type ListedProduct, said, stars, waiting } from './product.ts';

export const wearables: ListedProduct[] = [
  {
    title: 'Vesla Watch 3, 44 mm, Coral Strap',
    description:
      'Watch with a bright always-on display, heart rate, GPS and payment. Two days a charge, swims to 50 m.',
    price: 329,
    picture: () =>
      watch({ backdrop: 'sky', metal: '#c9ccd1', strap: '#e7785a', accent: '#ff5d73', form: 'square', face: 'rings' }),
    rates: stars(13, 9, 4, 1),
    comments: [
      said('katarzyna', 9, 'Closing the rings got me walking to work.'),
      said('dario', 32, 'Two days is honest. I had hoped for three.'),
    ],
  },
  {
    title: 'Norrvik Field Watch, Hands over Display, 42 mm',
    description:
      'Real hands over a low-power display, sapphire glass and 21 days a charge. Leather strap with quick release.',
    price: 449,
    picture: () =>
      watch({
        backdrop: 'pine',
        metal: '#3a3e48',
        strap: '#7d4f33',
        accent: '#ffb347',
        form: 'round',
        face: 'hands',
        weave: 'stitched',
        turn: -12,
      }),
    rates: stars(16, 4, 1, 1),
    comments: [said('patrick_h', 12, 'Nobody notices that it is smart, which is the point.')],
  },
  {
    title: 'Brisk Band 5 Fitness Tracker, Black',
    description:
      'Slim tracker for steps, sleep and heart rate with two weeks of battery. Shows who calls; nothing more.',
    price: 49.9,
    picture: () =>
      watch({
        backdrop: 'mint',
        metal: '#2c313d',
        strap: '#2c313d',
        accent: '#ffb347',
        form: 'band',
        face: 'time',
        weave: 'holes',
        time: '07:45',
        turn: 24,
      }),
    rates: stars(9, 13, 7, 2, 1),
    comments: [
      said('tobi', 7, 'For fifty euros I cannot complain. Sleep phases are guesswork.'),
      said('Guest', 29, 'Strap closes well, no skin irritation.'),
    ],
  },
  {
    title: 'Vesla Loop Ring, Titanium Sand',
    description:
      'Ring of titanium that measures sleep, pulse and temperature; 2.4 g, six days a charge. No subscription. Order the sizing set first.',
    price: 299,
    picture: () =>
      watch({ backdrop: 'blush', metal: '#b9a38a', strap: '#2c313d', accent: '#46e08c', form: 'ring', face: 'time' }),
    rates: stars(6, 6, 3, 2),
    comments: [
      said('greta.l', 18, 'I forget that I wear it. Scratches if you lift weights.'),
      waiting('Guest', 4, 'Size 11 is sold out since weeks'),
    ],
  },
  {
    title: 'Norrvik Classic Watch, 40 mm, Steel Links',
    description: 'Round steel watch with a link bracelet, notifications, sleep tracking and five days a charge.',
    price: 389.9,
    picture: () =>
      watch({
        backdrop: 'fog',
        metal: '#d7c9a7',
        strap: '#cdd0d5',
        accent: '#5b8def',
        form: 'round',
        face: 'ribbons',
        weave: 'links',
        turn: 10,
        time: '11:34',
      }),
    rates: stars(4, 7, 2),
    comments: [said('milica', 40, 'Looks more expensive than it was. Bracelet tool is included.')],
  },
  {
    title: 'Vesla Watch Kids, 38 mm, Yellow',
    description:
      'A watch that calls five saved numbers and shows parents where it is, with a mode for school hours. Needs a SIM card.',
    price: 119,
    picture: () =>
      watch({
        backdrop: 'lilac',
        metal: '#4d86c6',
        strap: '#f2c14e',
        accent: '#f2a63b',
        form: 'square',
        face: 'time',
        weave: 'holes',
        time: '08:20',
        turn: -16,
      }),
    rates: stars(5, 6, 4, 1, 1),
    comments: [said('wim.dv', 22, 'School mode works and the teacher is happy. Battery just about a day.')],
  },
];
