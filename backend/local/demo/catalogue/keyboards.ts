import { keyboard } from '../drawings/keyboard.ts';
import { mouse } from '../drawings/mouse.ts';
import { type ListedProduct, said, stars, waiting } from './product.ts';

export const keyboardsAndMice: ListedProduct[] = [
  {
    title: 'Clackton 87 Mechanical Keyboard, Orange Cable',
    description:
      'Tenkeyless keyboard with tactile switches in sockets, PBT caps and a volume knob. ISO and ANSI plates in the box, firmware is open.',
    price: 159,
    picture: () =>
      keyboard({
        backdrop: 'fog',
        body: '#e8e5de',
        caps: '#f6f4ee',
        modifiers: '#b9bfc8',
        accent: '#ee6c3f',
        layout: 'tenkeyless',
        knob: true,
        cable: '#ee6c3f',
      }),
    rates: stars(23, 6, 1),
    comments: [
      said('nils', 4, 'Sounds like rain on a tent. My colleagues disagree.'),
      said('tobi', 26, 'Changed two switches myself in five minutes. Very solid, 1.1 kg.'),
      said('Guest', 47, 'Knob turns without steps, I would have liked clicks.'),
    ],
  },
  {
    title: 'Tern Even Wireless Mouse, Lilac',
    description:
      'Symmetrical mouse of 63 g for both hands, 90 days a charge, quiet buttons and a wheel of ribbed aluminium.',
    price: 59.9,
    picture: () => mouse({ backdrop: 'lilac', body: '#f4f2ec', sides: '#c7c9cf', accent: '#7a6cf0', form: 'even' }),
    rates: stars(10, 9, 2, 1),
    comments: [said('ana.petrovic', 13, 'At last a good one for left-handers.')],
  },
  {
    title: 'Clackton Halves Split Keyboard, Low',
    description:
      'Two low halves that stand as far apart as your shoulders. Hot-swap switches, tenting feet of 5, 10 and 15 degrees.',
    price: 249,
    picture: () =>
      keyboard({
        backdrop: 'ochre',
        body: '#2c313d',
        caps: '#4a5266',
        modifiers: '#2f3543',
        accent: '#f4ead0',
        layout: 'split',
        low: true,
      }),
    rates: stars(12, 4, 3, 1, 1),
    comments: [
      said('filip_z', 9, 'Two weeks of typing like a beginner, then no more wrist pain. Worth it.'),
      said('lucie', 44, 'Too steep a learning curve for me, gave it to my brother.'),
    ],
  },
  {
    title: 'Tern Orb Trackball, Wired or Wireless',
    description:
      'Trackball for the thumb with a 38 mm ball that lifts out for cleaning. Base tilts from 0 to 20 degrees.',
    price: 79.99,
    picture: () =>
      mouse({ backdrop: 'slate', body: '#2c313d', sides: '#20242d', accent: '#ee6c3f', form: 'ball', turn: -6 }),
    rates: stars(13, 5, 2, 1),
    comments: [said('wim.dv', 22, 'No desk space needed. Dust collects around the ball, cleaning takes ten seconds.')],
  },
  {
    title: 'Clackton Pad 16 Macro Keyboard',
    description:
      'Sixteen programmable keys, a knob and a small display for shortcuts in sound, video and drawing programs.',
    price: 89,
    picture: () =>
      keyboard({
        backdrop: 'mint',
        body: '#3d4b5e',
        caps: '#f6f4ee',
        modifiers: '#7d8fa8',
        accent: '#ee6c3f',
        layout: 'pad',
        knob: true,
      }),
    rates: stars(6, 5, 2),
    comments: [
      said('carla', 17, 'I mapped all my colour grading shortcuts to it.'),
      waiting('Guest', 3, 'Which program sets the keys on Linux?'),
    ],
  },
  {
    title: 'Tern Sculpt Mouse, 5 Buttons, Petrol',
    description:
      'Right-handed mouse with a thumb rest and two thumb keys. 26,000 dpi sensor, 78 g, charges by USB-C while in use.',
    price: 94.9,
    picture: () =>
      mouse({
        backdrop: 'sand',
        body: '#3f6b8a',
        sides: '#2a3342',
        accent: '#ffd257',
        form: 'sculpted',
        cable: '#2a3342',
      }),
    rates: stars(8, 11, 3, 1),
    comments: [said('mateo.g', 28, 'Fits a large hand. The coating is smooth after half a year but not sticky.')],
  },
  {
    title: 'Norby Slim Keyboard, Full Size, Aluminium',
    description: 'A flat full-size keyboard with scissor keys, three paired devices and a battery for four months.',
    price: 69.9,
    picture: () =>
      keyboard({
        backdrop: 'coral',
        body: '#c9ccd1',
        caps: '#f8f7f3',
        modifiers: '#e9ebee',
        accent: '#5b8def',
        layout: 'full',
        low: true,
      }),
    rates: stars(5, 10, 4, 1),
    comments: [said('stefan_p', 35, 'Quiet, flat, does what it should. Switching between devices takes a second.')],
  },
  {
    title: 'Clackton 60 Compact Keyboard, Forest',
    description: 'A 60 % keyboard of machined aluminium, linear switches, arrows on a second layer. 29 cm wide.',
    price: 129,
    picture: () =>
      keyboard({
        backdrop: 'butter',
        body: '#2f5a4c',
        caps: '#e9e2cf',
        modifiers: '#3f7a66',
        accent: '#e8a23b',
        layout: 'compact',
        turn: 16,
        cable: '#2f5a4c',
      }),
    rates: [],
    comments: [],
  },
];
