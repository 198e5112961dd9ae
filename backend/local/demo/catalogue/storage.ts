import { accessory } from '../drawings/accessory.ts';
import { type ListedProduct, said, stars, waiting } from './product.ts';

export const storageAndPower: ListedProduct[] = [
  {
    title: 'Cargo Drive 2 TB Portable SSD',
    description:
      'Portable drive with up to 1,050 MB/s, a ribbed aluminium body that carries the heat away and a 30 cm cable. Falls from 2 m are fine.',
    price: 169.9,
    picture: () => accessory({ backdrop: 'coral', body: '#3a3f4a', accent: '#ffc247', form: 'drive' }),
    rates: stars(19, 8, 1, 1),
    comments: [
      said('carla', 6, '200 GB of footage in about four minutes. Gets warm, not hot.'),
      said('nils', 38, 'Cable is short, as most are.'),
    ],
  },
  {
    title: 'Amply Bank 10,000 mAh with Wireless Pad',
    description: 'Power bank with 20 W by cable and 7.5 W without. Four lights show the charge; fits in hand luggage.',
    price: 44.9,
    picture: () => accessory({ backdrop: 'butter', body: '#3b5f86', accent: '#ffc247', form: 'powerBank' }),
    rates: stars(8, 11, 5, 1, 1),
    comments: [said('milica', 14, 'Charges my phone twice. The wireless pad is slow but handy.')],
  },
  {
    title: 'Norby Dock 9-in-1, USB-C',
    description:
      'Desk dock with two 4K outputs, Ethernet with 2.5 Gbit/s, card readers and 85 W for the laptop. Power supply included.',
    price: 189,
    picture: () => accessory({ backdrop: 'fog', body: '#c9ccd1', accent: '#46b08c', form: 'dock' }),
    rates: stars(9, 7, 3, 2, 1),
    comments: [
      said(
        'filip_z',
        16,
        'Two monitors, network, charging: works. Only one of them gets 60 Hz at 4K with my older laptop.',
      ),
      waiting('Guest', 2, 'Does the power supply have a UK plug?'),
    ],
  },
  {
    title: 'Weft Cable USB-C, 2 m, 100 W, Rust',
    description:
      'Woven cable for 100 W and 480 Mbit/s with kink protection tested to 30,000 bends. Comes with a leather strap.',
    price: 19.9,
    picture: () => accessory({ backdrop: 'sage', body: '#e4673d', accent: '#2c313d', form: 'cable' }),
    rates: stars(16, 9, 2),
    comments: [
      said('ronja', 9, 'Cat has chewed on it for a year. Cable wins.'),
      said('Guest', 46, 'For charging only, data is slow. It says so, too.'),
    ],
  },
  {
    title: 'Amply Trio Charger, 65 W, Three Ports',
    description:
      'Three USB-C ports that share 65 W, half as large as usual thanks to gallium nitride. Pins for US sockets, adapter for Europe in the box.',
    price: 49.99,
    picture: () => accessory({ backdrop: 'lilac', body: '#f3f1ec', accent: '#7a6cf0', form: 'charger' }),
    rates: stars(12, 6, 2, 1),
    comments: [
      said('aidan_c', 11, 'Replaced three chargers in my bag. It pauses for a second when you plug in another device.'),
    ],
  },
  {
    title: 'Mast Router, Wi-Fi 7, Four Antennas',
    description: 'Router with 2.5 Gbit/s ports, open firmware and updates until at least 2033. Covers about 140 m².',
    price: 229,
    picture: () => accessory({ backdrop: 'slate', body: '#2c313d', accent: '#7fe0c0', form: 'router' }),
    rates: stars(8, 6, 2, 1),
    comments: [said('luka.j', 25, 'Settings page without advertising or cloud account. Bravo.')],
  },
  {
    title: 'Cargo Tower Network Storage, 4 Bays',
    description: 'Network storage for four drives with 2.5 Gbit/s, quiet at 21 dB. Drives are not included.',
    price: 469,
    picture: () => accessory({ backdrop: 'sand', body: '#5d6470', accent: '#7fe0c0', form: 'storageTower' }),
    rates: stars(6, 4, 1),
    comments: [
      said('george.a', 33, 'First backup of the whole family took a night. Since then it just stands there, silent.'),
    ],
  },
  {
    title: 'Cargo SD Card 128 GB, Pack of Two',
    description: 'Two cards that write at 90 MB/s, enough for 4K video. With a reusable paper case.',
    price: 39.9,
    picture: () => accessory({ backdrop: 'sky', body: '#2c3a5d', accent: '#e4673d', form: 'card' }),
    rates: stars(7, 5, 1),
    comments: [said('freya_m', 28, 'No failures in eight months of weekly use.')],
  },
  {
    title: 'Weft Cable USB-C, 0.5 m, 240 W, Navy',
    description: 'Short woven cable for 240 W and 20 Gbit/s, for docks and fast drives.',
    price: 9.9,
    picture: () => accessory({ backdrop: 'butter', body: '#34507a', accent: '#e8a23b', form: 'cable' }),
    rates: [],
    comments: [],
  },
];
