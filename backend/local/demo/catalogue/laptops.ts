import { laptop } from '../drawings/laptop.ts';
import { type ListedProduct, said, stars, waiting } from './product.ts';

export const laptops: ListedProduct[] = [
  {
    title: 'Lumen 14 Laptop, 16 GB, 512 GB',
    description:
      '14-inch matte display with 2880 × 1800 pixels, 1.29 kg, about 13 hours of mixed work on a charge. Memory and drive sit in sockets and can be replaced with one screwdriver.',
    price: 1349,
    picture: () =>
      laptop({
        backdrop: 'sky',
        body: '#c9ccd1',
        keys: '#23262e',
        scene: 'dunes',
        accent: '#e2725b',
        signature: '#f26b3a',
      }),
    rates: stars(19, 9, 2, 1),
    comments: [
      said(
        'jonas_t',
        6,
        'Opened it on day two to add memory. Six screws, labelled, done in ten minutes. The fan is audible under load but never shrill.',
      ),
      said('sofie.lund', 21, 'Screen is lovely outdoors. Speakers are average at best.'),
      said('Guest', 40, 'Does it charge from both sides? Edit: yes, it does.'),
      waiting('hugo', 1, 'Battery after three months still gives me a full working day.'),
    ],
  },
  {
    title: 'Halden Studio 16 Laptop, 32 GB, 1 TB',
    description:
      '16-inch display that covers 99 % of DCI-P3, a graphics chip with 12 GB of its own memory and a number pad. 2.1 kg with a 140 W charger.',
    price: 2599,
    picture: () =>
      laptop({
        backdrop: 'clay',
        body: '#31353f',
        keys: '#15171d',
        scene: 'code',
        accent: '#ff9d5c',
        beside: 'numbers',
        turn: 22,
        width: 770,
      }),
    rates: stars(11, 6, 2, 1),
    comments: [
      said(
        'filip_z',
        12,
        'Compiles our project in 48 seconds, my old machine took almost three minutes. Heavy, but I knew that.',
      ),
      said('carla', 33, 'Colours matched my calibrated monitor out of the box. The charger is a brick.'),
    ],
  },
  {
    title: 'Sorrel Air 13 Laptop, 8 GB, 256 GB',
    description:
      'Fanless 13-inch laptop of 980 g for writing, browsing and video calls. Two USB-C ports and a headphone socket.',
    price: 849.9,
    picture: () =>
      laptop({
        backdrop: 'blush',
        body: '#d9b7a6',
        keys: '#f6efe9',
        scene: 'petals',
        accent: '#d6758b',
        width: 650,
        thickness: 14,
        ports: [34, 16],
        signature: '#d6758b',
      }),
    rates: stars(9, 12, 5, 2, 1),
    comments: [
      said('amelie.r', 9, 'So light that I checked my bag twice to see whether I had packed it.'),
      said(
        'wim.dv',
        52,
        '8 GB is tight in 2026. With twenty tabs and a call it gets sluggish. For letters and e-mail it is fine.',
      ),
    ],
  },
  {
    title: 'Lumen 15 Modular Laptop, 32 GB, 1 TB',
    description:
      '15.3-inch laptop with six exchangeable port modules, a socketed battery and spare parts for at least eight years.',
    price: 1789,
    picture: () =>
      laptop({
        backdrop: 'sage',
        body: '#8f98a3',
        keys: '#2b303a',
        scene: 'charts',
        accent: '#3f8f78',
        turn: 26,
        proportion: 0.69,
        width: 710,
        ports: [44, 44, 44],
        signature: '#46b08c',
      }),
    rates: stars(22, 7, 1, 0, 1),
    comments: [
      said(
        'tomasz',
        4,
        'Swapped an HDMI module for a second Ethernet in the middle of a meeting. Silly how pleased I am with that.',
      ),
      said('greta.l', 17, 'Hinge wobbles slightly on trains. Everything else is exactly what I hoped for.'),
      said('nils', 60, 'Keyboard has real travel. Finally.'),
    ],
  },
  {
    title: 'Orrin Play 17 Laptop, 32 GB, 2 TB',
    description:
      '17.3-inch display with 240 Hz, speakers on both sides of the keys and a vapour chamber. 2.9 kg; plan on three hours away from the socket.',
    price: 3199,
    picture: () =>
      laptop({
        backdrop: 'plum',
        body: '#23252e',
        keys: '#3a2f55',
        scene: 'game',
        accent: '#c05bd6',
        beside: 'speakers',
        width: 790,
        thickness: 32,
        proportion: 0.61,
        signature: '#ff5d8f',
      }),
    rates: stars(5, 4, 2, 1, 1),
    comments: [
      said('mateo.g', 15, 'Very fast and very loud. Use headphones.'),
      said('aidan_c', 44, 'Runs everything at full settings. The lid collects fingerprints.'),
    ],
  },
  {
    title: 'Tarn Book 12 Laptop, 8 GB, 128 GB',
    description:
      'A 12-inch school laptop with rubber edges, a keyboard that survives half a glass of water and a battery that pupils can change themselves.',
    price: 429,
    picture: () =>
      laptop({
        backdrop: 'butter',
        body: '#3f7f8f',
        keys: '#f2efe6',
        scene: 'paper',
        accent: '#3f7f8f',
        width: 630,
        proportion: 0.7,
        thickness: 34,
        turn: 20,
        ports: [48, 34],
        signature: '#f2a63b',
      }),
    rates: stars(8, 7, 3),
    comments: [said('helen.b', 27, 'Two children, one year, three drops, one glass of juice. Still works.')],
  },
];
