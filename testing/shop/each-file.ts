import { startCollection } from './collection.ts';

// Test files share the modules of their process, but each has its own hooks.
startCollection();
