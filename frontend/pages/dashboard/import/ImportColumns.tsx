import type { ReactNode } from 'react';
import { IMAGES_MAX } from '#contract/catalogue.ts';

const required: [name: string, meaning: ReactNode][] = [
  ['title', 'Up to 200 characters'],
  ['description', 'Up to 5,000 characters'],
  ['price', 'EUR, such as 12.50'],
  ['category', 'Added if it doesn’t exist'],
];

const optional: [name: string, meaning: ReactNode][] = [
  ['stock', 'Units on hand. Replaces the current stock; empty stops counting.'],
  ['published', 'Yes or no. New products are published.'],
  ['family', 'Joins variants of a product within its category. Empty removes it from its family.'],
  ['option.NAME', 'A variant’s option, such as option.Color. All members of a family have the same options.'],
  ['attribute.CODE', 'A value of one of the category’s attributes. Empty removes it.'],
  ['image', 'File name of a new product’s picture'],
  ['images', `Up to ${IMAGES_MAX} file names for a new product, separated by |`],
  ['id', 'The product’s id, as in an export'],
];

/** The columns of a catalogue file. */
export function ImportColumns() {
  return (
    <details className="plain-details">
      <summary>Columns</summary>
      <ColumnTable title="Required" columns={required} />
      <ColumnTable title="Optional: only columns in the file change anything" columns={optional} />
    </details>
  );
}

function ColumnTable({ title, columns }: { title: string; columns: typeof required }) {
  return (
    <table className="plain-table">
      <caption className="soft">{title}</caption>
      <tbody>
        {columns.map(([name, meaning]) => (
          <tr key={name}>
            <th scope="row" className="nowrap">
              <code>{name}</code>
            </th>
            <td>{meaning}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
