import { homeDevice } from '../drawings/homeDevice.ts';
import { type ListedProduct, said, stars, waiting } from './product.ts';

export const smartHome: ListedProduct[] = [
  {
    title: 'Lykke Desk Lamp, Dimmable, Warm to Cool',
    description:
      'Jointed lamp with 900 lm from 2,200 to 5,000 K, colour rendering above 95, and a knob that works when the network does not.',
    price: 139,
    picture: () => homeDevice({ backdrop: 'ink', body: '#e7e2d6', accent: '#f2b457', form: 'lamp' }),
    rates: stars(14, 6, 1),
    comments: [
      said('sofie.lund', 5, 'Light like a late afternoon. Arm stays where you put it.'),
      said('Guest', 43, 'Foot is heavy, which is good.'),
    ],
  },
  {
    title: 'Hearth Dial Thermostat, Aluminium',
    description:
      'Room thermostat with a turning ring that learns how long your rooms take to warm up. Works with two-wire boilers, local control.',
    price: 179,
    picture: () =>
      homeDevice({ backdrop: 'sand', body: '#c9ccd1', accent: '#ff8a4c', form: 'thermostat', shown: '21' }),
    rates: stars(18, 7, 2, 1),
    comments: [
      said('ines', 13, 'Gas use fell by a fifth compared with last winter, same temperatures.'),
      said('stefan_p', 51, 'Fitting took half an hour. Turn the power off first!'),
    ],
  },
  {
    title: 'Sweep R3 Robot Vacuum with Laser',
    description:
      'Robot vacuum with laser navigation, 5,000 Pa and maps that stay in the device. Empties by hand; brushes come off without tools.',
    price: 379.9,
    picture: () => homeDevice({ backdrop: 'sky', body: '#f3f1ec', accent: '#46b08c', form: 'vacuum' }),
    rates: stars(10, 11, 4, 2, 1),
    comments: [
      said('elif', 10, 'Goes round chair legs like a dancer. Long hair still winds around the brush.'),
      said('hugo', 35, 'Got stuck under the sofa twice, a blocked zone in the map solved it.'),
    ],
  },
  {
    title: 'Porter Doorbell Camera, Battery',
    description:
      'Doorbell with a 2K camera, night view and a battery for four months. Recordings stay on a card in the chime indoors.',
    price: 159,
    picture: () => homeDevice({ backdrop: 'sage', body: '#3a3f4a', accent: '#5fd0c5', form: 'doorbell' }),
    rates: stars(7, 8, 3, 2),
    comments: [said('bram', 24, 'Wakes up in about a second. In frost the battery lasts three months, not four.')],
  },
  {
    title: 'Lykke Globe Bulb, E27, 806 lm',
    description:
      'Bulb that dims to one percent without flicker, 1,800 to 4,000 K. Remembers its setting after a power cut.',
    price: 14.9,
    picture: () => homeDevice({ backdrop: 'plum', body: '#e7e2d6', accent: '#ffc46b', form: 'bulb' }),
    rates: stars(11, 12, 3, 1),
    comments: [
      said('lefteris', 17, 'Bought one, then seven more.'),
      waiting('Guest', 1, 'One of three buzzes when dimmed.'),
    ],
  },
  {
    title: 'Socket Duo Smart Plugs, Pack of Two',
    description: 'Two plugs of 16 A that measure consumption to 0.1 W and can be switched without an app.',
    price: 34.9,
    picture: () => homeDevice({ backdrop: 'blush', body: '#f3f1ec', accent: '#46b08c', form: 'plug' }),
    rates: stars(9, 9, 2),
    comments: [said('tomasz', 30, 'Found out that my old amplifier drew 38 W in standby. They paid for themselves.')],
  },
  {
    title: 'Breeze Air Sensor, CO₂ and Humidity',
    description:
      'Measures CO₂ with an optical sensor, humidity, temperature and fine dust, and shows the last day as bars. USB-C powered.',
    price: 119.9,
    picture: () => homeDevice({ backdrop: 'mint', body: '#f3f1ec', accent: '#ffb347', form: 'sensor', shown: '48' }),
    rates: stars(8, 5, 1),
    comments: [said('noor', 21, 'We open the windows far more often now.')],
  },
];
