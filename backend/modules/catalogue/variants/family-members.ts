import { m } from '#messages';

/** A family is identified by its name within a category. */
export type Family = { categoryId: string; family: string };

type Options = Record<string, string>;

/** The members of a family, which have the same options and differ in their values. */
export class FamilyMembers {
  private readonly name: string;
  private readonly options = new Map<string, Options>();
  /** The ids of members by the names of their options, and by their values. */
  private readonly byNames = new Map<string, Set<string>>();
  private readonly byValues = new Map<string, string>();

  constructor(name: string, members: readonly { id: string; options: Options }[] = []) {
    this.name = name;
    for (const { id, options } of members) this.put(id, options);
  }

  /** Why a product can't be a member with these options; null if it can. */
  problemOf(id: string, options: Options): string | null {
    const names = namesOf(options);
    for (const [key, ids] of this.byNames) {
      if (key === JSON.stringify(names) || (ids.size === 1 && ids.has(id))) continue;
      const wanted: string[] = JSON.parse(key);
      return m.catalogue.otherOptions({
        family: this.name,
        wanted: wanted.join(', '),
        given: names.join(', '),
      });
    }
    const taken = this.byValues.get(valuesOf(options));
    return taken === undefined || taken === id ? null : takenBy(this.name, options);
  }

  /** Adds a member, or changes its options. */
  put(id: string, options: Options): void {
    this.remove(id);
    this.options.set(id, options);
    this.byValues.set(valuesOf(options), id);
    const key = JSON.stringify(namesOf(options));
    this.byNames.set(key, (this.byNames.get(key) ?? new Set()).add(id));
  }

  remove(id: string): void {
    const options = this.options.get(id);
    if (options === undefined) return;
    this.options.delete(id);
    this.byValues.delete(valuesOf(options));
    const key = JSON.stringify(namesOf(options));
    const ids = this.byNames.get(key);
    ids?.delete(id);
    if (ids?.size === 0) this.byNames.delete(key);
  }
}

/** The refusal of a variant whose options another one has. */
export function takenBy(name: string, options: Options): string {
  const variant = Object.entries(options).map(([option, value]) => `${option} ${value}`);
  return m.catalogue.variantTaken({ family: name, options: variant.join(', ') });
}

function namesOf(options: Options): string[] {
  return Object.keys(options).sort();
}

function valuesOf(options: Options): string {
  return JSON.stringify(namesOf(options).map((name) => [name, options[name]]));
}
