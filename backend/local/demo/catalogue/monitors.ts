import { monitor } from '../drawings/monitor.ts';
import { type ListedProduct, said, stars } from './product.ts';

export const monitors: ListedProduct[] = [
  {
    title: 'Pallas 27 Monitor, 4K, USB-C 90 W',
    description:
      '27-inch IPS display with 3840 × 2160 pixels, factory calibrated to a deviation below 2. One cable carries picture, data and 90 W.',
    price: 529,
    picture: () =>
      monitor({
        backdrop: 'sky',
        body: '#c9ccd1',
        scene: 'ribbons',
        accent: '#5b8def',
        width: 960,
        height: 566,
        stand: 'foot',
      }),
    rates: stars(14, 8, 3, 1),
    comments: [
      said('jonas_t', 11, 'One cable to the laptop and the desk is tidy. The menu joystick is fiddly.'),
      said('amelie.r', 39, 'Even brightness, no dead pixels.'),
    ],
  },
  {
    title: 'Orrin Arc 34 Curved Monitor, 165 Hz',
    description: '34-inch curved display with 3440 × 1440 pixels and 165 Hz. Three inputs, picture beside picture.',
    price: 689.9,
    picture: () =>
      monitor({
        backdrop: 'plum',
        body: '#2c313d',
        scene: 'game',
        accent: '#e86a92',
        width: 1060,
        height: 450,
        stand: 'tripod',
        curve: 34,
      }),
    rates: stars(9, 7, 2, 2),
    comments: [
      said('dario', 18, 'Great for games, even better for spreadsheets. Black is more of a dark grey at night.'),
    ],
  },
  {
    title: 'Pallas 24 Upright Monitor, 1920 × 1200',
    description:
      '24-inch office display that turns upright, with a lamp on its top edge for the desk. 16:10, flicker-free.',
    price: 239,
    picture: () =>
      monitor({
        backdrop: 'sage',
        body: '#e8e6e0',
        scene: 'code',
        accent: '#46b08c',
        width: 480,
        height: 720,
        stand: 'arm',
        lamp: true,
      }),
    rates: stars(8, 9, 3),
    comments: [
      said('tomasz', 23, 'A page of code fits without scrolling. Bought a second.'),
      said('Guest', 50, 'The lamp is a nice idea, could be brighter.'),
    ],
  },
  {
    title: 'Halden Master 32 Monitor, 6K, HDR',
    description:
      '31.5-inch display with 6016 × 3384 pixels, 1,600 cd/m² at its brightest and a hood against stray light.',
    price: 3499,
    picture: () =>
      monitor({
        backdrop: 'sand',
        body: '#6b7079',
        scene: 'peaks',
        accent: '#d98a5f',
        width: 980,
        height: 590,
        stand: 'arm',
        border: 20,
      }),
    rates: stars(4, 1),
    comments: [said('ines', 31, 'Expensive, and the first monitor on which I trust the shadows.')],
  },
  {
    title: 'Quillon Fold 16 Portable Monitor',
    description:
      '16-inch second screen of 790 g on a foot with speakers that folds flat. Powered by the laptop over USB-C.',
    price: 189.9,
    picture: () =>
      monitor({
        backdrop: 'coral',
        body: '#3a4252',
        scene: 'charts',
        accent: '#3f74c9',
        width: 840,
        height: 540,
        stand: 'block',
        border: 22,
      }),
    rates: stars(6, 8, 5, 1, 1),
    comments: [said('patrick_h', 8, 'Lives in my backpack. 300 cd/m² are not enough at a window.')],
  },
  {
    title: 'Pallas 49 Wide Monitor, 5120 × 1440',
    description:
      'As wide as two 27-inch displays without the gap. Built-in switch for keyboard and mouse between two computers.',
    price: 1149,
    picture: () =>
      monitor({
        backdrop: 'pine',
        body: '#3a3f4a',
        scene: 'mixer',
        accent: '#7fd1c7',
        width: 1110,
        height: 350,
        stand: 'foot',
        curve: 44,
      }),
    rates: stars(5, 4, 1, 1),
    comments: [said('samuel_o', 42, 'Whole timeline at once. Measure your desk first: it is 1.2 m wide.')],
  },
];
