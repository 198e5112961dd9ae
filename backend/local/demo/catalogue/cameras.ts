import { camera } from '../drawings/camera.ts';
import { type ListedProduct, said, stars, waiting } from './product.ts';

export const cameras: ListedProduct[] = [
  {
    title: 'Ostra M2 Mirrorless Camera with 35 mm Lens',
    description:
      '26-megapixel camera with a stabilised sensor, two card slots and a 35 mm f/1.8 lens. Weather sealed, 640 g.',
    price: 1599,
    picture: () =>
      camera({ backdrop: 'sand', body: '#3a3e48', skin: '#23262e', accent: '#e4573d', form: 'mirrorless' }),
    rates: stars(13, 5, 1),
    comments: [
      said('freya_m', 5, 'Shot a wedding with it in the rain. Autofocus on eyes hardly ever missed.'),
      said('george.a', 37, 'Menus take an evening to learn. Pictures are superb.'),
    ],
  },
  {
    title: 'Pebblewick Snap Instant Camera',
    description:
      'Instant camera with automatic exposure and a mirror for self-portraits. Prints of 62 × 62 mm, film is sold in packs of ten.',
    price: 99.9,
    picture: () => camera({ backdrop: 'sky', body: '#f3efe4', skin: '#5d3d2b', accent: '#e4573d', form: 'instant' }),
    rates: stars(12, 10, 4, 2),
    comments: [
      said('ronja', 6, 'The hit of every party. Film costs about 1.10 a picture, keep that in mind.'),
      said('noor', 28, 'Overexposes in bright sun.'),
      waiting('Guest', 0, 'My daughter loves it!!'),
    ],
  },
  {
    title: 'Ostra R Rangefinder Camera, Leather',
    description:
      'A compact camera with an optical finder, a real aperture ring and a 24-megapixel full-frame sensor. No video, on purpose.',
    price: 2290,
    picture: () =>
      camera({ backdrop: 'blush', body: '#d5d7da', skin: '#6d452d', accent: '#e4573d', form: 'rangefinder' }),
    rates: stars(7, 2, 1, 1),
    comments: [
      said('petra.novak', 19, 'It made me take fewer and better pictures.'),
      said('hugo', 73, 'You pay for what it leaves out. I understand both sides.'),
    ],
  },
  {
    title: 'Kestrel Fold Drone, 4K Camera, 34 min',
    description: '249 g drone with a stabilised 4K camera, 34 minutes in the air and obstacle sensors on three sides.',
    price: 749,
    picture: () => camera({ backdrop: 'sage', body: '#e8e5de', skin: '#23262e', accent: '#e4573d', form: 'drone' }),
    rates: stars(9, 7, 1, 1),
    comments: [
      said('mateo.g', 15, 'Holds still in wind that I would not stand in. Real flight time is nearer 29 minutes.'),
    ],
  },
  {
    title: 'Brisk Cube Action Camera, 5.3K',
    description:
      'Action camera with a front screen, waterproof to 12 m without a case, horizon lock and a spare battery in the box.',
    price: 349,
    picture: () => camera({ backdrop: 'coral', body: '#3a3e48', skin: '#23262e', accent: '#ffd257', form: 'action' }),
    rates: stars(7, 10, 3, 2, 1),
    comments: [said('luka.j', 10, 'Footage from the mountain bike looks like a crane shot. It gets hot at 5.3K.')],
  },
  {
    title: 'Norby View Webcam, 4K, Privacy Shutter',
    description:
      'Desk webcam with a large sensor, two microphones and a shutter that really closes. Works without a driver.',
    price: 139,
    picture: () => camera({ backdrop: 'lilac', body: '#e8e5de', skin: '#23262e', accent: '#46b08c', form: 'webcam' }),
    rates: stars(8, 8, 2, 1),
    comments: [said('mira.k', 21, 'Colleagues asked whether I had moved to a brighter room.')],
  },
];
