import { IMAGES_MAX } from '#contract/catalogue/catalogue.ts';
import {
  type FieldColumn,
  fieldColumns,
  productField,
  translatedFieldNames,
} from '#contract/catalogue/product-fields.input.ts';
import { m } from '#messages';

type Column = readonly [name: string, meaning: () => string];

const isRequired = ({ name }: FieldColumn) => productField(name).isRequired === true;
const described = ({ column, field }: FieldColumn): Column => [column, field.meaning];

const required: Column[] = [
  ...fieldColumns.filter(isRequired).map(described),
  ['category', m.importing.columnCategory],
];

const optional: Column[] = [
  ...fieldColumns.filter((column) => !isRequired(column)).map(described),
  ['family', m.importing.columnFamily],
  ['option.NAME', m.importing.columnOption],
  ['attribute.CODE', m.importing.columnAttribute],
  ['image', m.importing.columnImage],
  ['images', () => m.importing.columnImages({ max: IMAGES_MAX })],
  ...translatedFieldNames.map((name): Column => {
    return [`${name}.LANGUAGE`, () => m.productData.translated({ column: `${name}.de` })];
  }),
  ['id', m.importing.columnId],
];

/** The columns of a catalogue file. */
export function ImportColumns() {
  return (
    <details className="plain-details">
      <summary>{m.importing.columns()}</summary>
      <ColumnTable title={m.importing.required()} columns={required} />
      <ColumnTable title={m.importing.optional()} columns={optional} />
    </details>
  );
}

function ColumnTable({ title, columns }: { title: string; columns: readonly Column[] }) {
  return (
    <table className="plain-table">
      <caption className="soft">{title}</caption>
      <tbody>
        {columns.map(([name, meaning]) => (
          <tr key={name}>
            <th scope="row" className="nowrap">
              <code>{name}</code>
            </th>
            <td>{meaning()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
