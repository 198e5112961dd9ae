import { phone } from '../drawings/phone.ts';
import { tablet } from '../drawings/tablet.ts';
import { type ListedProduct, said, stars, waiting } from './product.ts';

export const phonesAndTablets: ListedProduct[] = [
  {
    title: 'Kolm 7 Phone, 256 GB, Moss',
    description:
      '6.3-inch phone with two large rear cameras and a 2× lens, seven years of updates, and a battery that charges to 70 % in half an hour.',
    price: 799,
    picture: () =>
      phone({ backdrop: 'sand', body: '#486a5c', scene: 'dunes', accent: '#e2725b', cameras: 'bar', time: '09:41' }),
    rates: stars(16, 11, 3, 1),
    comments: [
      said('yara', 3, 'Photos in dim light are better than those of my three times as expensive work phone.'),
      said('stefan_p', 19, 'The camera bar makes it stable on a table. The green is darker than in the picture.'),
      waiting('Guest', 0, 'Is there a version with 512 GB?'),
    ],
  },
  {
    title: 'Quillon Slate 11 Tablet with Pen, 128 GB',
    description:
      '11-inch tablet with a 120 Hz display and a pen that charges on its edge. 460 g, four speakers, ten hours of video.',
    price: 579,
    picture: () =>
      tablet({
        backdrop: 'sage',
        body: '#c9ccd1',
        scene: 'petals',
        accent: '#e2725b',
        width: 820,
        height: 600,
        pen: '#f3f1ec',
      }),
    rates: stars(13, 8, 3, 1),
    comments: [
      said('lucie', 8, 'I draw on it every day. Hardly any delay, and the pen tip has a pleasant bit of friction.'),
      said('bram', 36, 'Great hardware, but no headphone socket.'),
    ],
  },
  {
    title: 'Tarn Fair Phone 3, 128 GB, Repairable',
    description:
      'A 6.1-inch phone that opens with four screws. Screen, battery and cameras are sold as parts; the maker publishes the repair guide.',
    price: 549,
    picture: () =>
      phone({
        backdrop: 'ink',
        body: '#e9e4da',
        scene: 'orbit',
        accent: '#ff9d5c',
        cameras: 'disc',
        time: '18:05',
        back: 'screws',
        notch: 'pill',
      }),
    rates: stars(20, 8, 2, 1, 1),
    comments: [
      said(
        'noor',
        11,
        'Broke the screen, ordered a new one, changed it on the kitchen table. That is how it should be.',
      ),
      said('george.a', 48, 'Camera is only okay. I still would not swap it.'),
    ],
  },
  {
    title: 'Kolm 7 Ultra Phone, 512 GB, Night Blue',
    description:
      '6.8-inch phone with a 5× tele camera, titanium frame and 5,400 mAh. Water resistant to 6 m for half an hour.',
    price: 1249,
    picture: () =>
      phone({
        backdrop: 'lilac',
        body: '#2f3f6b',
        rim: '#a7a3a0',
        scene: 'ribbons',
        accent: '#5b7bef',
        cameras: 'square',
        time: '12:30',
        width: 396,
        height: 806,
        radius: 46,
      }),
    rates: stars(9, 6, 2, 0, 1),
    comments: [said('dario', 14, 'The 5x lens is the reason to buy it. Too big for one hand.')],
  },
  {
    title: 'Vesla Page 8 Reader, Page Keys, 32 GB',
    description:
      '7.8-inch electronic paper with 300 dpi, a warm light and two keys for turning pages. A charge lasts about six weeks of evening reading.',
    price: 219.9,
    picture: () =>
      tablet({
        backdrop: 'blush',
        body: '#2e323b',
        scene: 'page',
        accent: '#e2725b',
        width: 590,
        height: 760,
        grip: true,
        turn: 18,
      }),
    rates: stars(24, 8, 2),
    comments: [
      said('petra.novak', 5, 'Keys! Actual keys! I can read with gloves on the tram.'),
      said('theo', 70, 'Page turns are quick, PDF files are not its strength.'),
      said('Guest', 22, 'Reads EPUB without any account. Good.'),
    ],
  },
  {
    title: 'Sorrel Mini Phone, 128 GB, Coral',
    description: 'A 5.4-inch phone for one hand: 139 g, one good camera, headphone socket, and no bloat.',
    price: 399.9,
    picture: () =>
      phone({
        backdrop: 'mint',
        body: '#e67d63',
        scene: 'ribbons',
        accent: '#d9705c',
        cameras: 'single',
        time: '07:15',
        width: 340,
        height: 690,
        radius: 66,
      }),
    rates: stars(14, 5, 4, 1),
    comments: [
      said('ronja', 2, 'It fits in every pocket I own.'),
      said('oskar', 31, 'Battery gets me to the evening, not through it. That is the price of small.'),
    ],
  },
  {
    title: 'Vesla Sketch 10 Paper Tablet, Pen, 64 GB',
    description:
      '10.3-inch electronic paper for handwriting, 4.7 mm thin. Notes leave it as PDF or text; nothing needs a subscription.',
    price: 399,
    picture: () =>
      tablet({
        backdrop: 'butter',
        body: '#e6e3dc',
        scene: 'sketch',
        accent: '#4d86c6',
        width: 600,
        height: 780,
        turn: -12,
        pen: '#3a3f4a',
        border: 44,
      }),
    rates: stars(10, 6, 4, 1),
    comments: [
      said(
        'katarzyna',
        18,
        'Replaced five paper notebooks. Search in handwriting works for me about nine times of ten.',
      ),
    ],
  },
  {
    title: 'Halden Grip 5 Phone, 256 GB, Leather',
    description:
      '6.4-inch phone with a stitched leather back that ages with you, two 50-megapixel cameras and a dedicated shutter key.',
    price: 689,
    picture: () =>
      phone({
        backdrop: 'fog',
        body: '#a5683f',
        rim: '#c9b79b',
        scene: 'peaks',
        accent: '#d48a5a',
        cameras: 'pair',
        time: '16:20',
        back: 'leather',
      }),
    rates: stars(6, 7, 3, 2),
    comments: [said('luka.j', 25, 'Never slips. The leather got a scratch in the first week, now I like it more.')],
  },
  {
    title: 'Quillon Slate 13 Studio Tablet, 256 GB',
    description:
      '12.9-inch tablet with a control knob for brush size and timeline, 600 cd/m² and a USB-C port that takes a monitor.',
    price: 1099,
    picture: () =>
      tablet({
        backdrop: 'slate',
        body: '#3a3f4a',
        scene: 'mixer',
        accent: '#f2a63b',
        width: 860,
        height: 640,
        turn: 14,
        knob: true,
        border: 40,
      }),
    rates: stars(4, 3, 1),
    comments: [
      said('ines', 30, 'I cut a whole short film on it. The knob sounds like a toy until you use it.'),
      waiting('patrick_h', 2, 'Mine arrived with a loose knob, support sent another one within two days.'),
    ],
  },
  {
    title: 'Kolm One Phone, 64 GB, Graphite',
    description: 'The plain one: 6.1 inches, three lenses in a row, five years of updates, no extras.',
    price: 259,
    picture: () =>
      phone({
        backdrop: 'sky',
        body: '#4a4f5a',
        scene: 'dunes',
        accent: '#5f9fd6',
        cameras: 'column',
        time: '20:48',
        notch: 'dot',
        radius: 50,
      }),
    rates: stars(7, 12, 6, 2, 1),
    comments: [
      said('vesna', 41, 'For the money there is nothing to complain about.'),
      said('Guest', 13, 'Slow when installing updates, otherwise good.'),
    ],
  },
];
