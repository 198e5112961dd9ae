import { labelOf } from '#contract/attribute-text.ts';
import type { ProductAttributeView } from '#contract/catalogue.ts';
import { m } from '#messages';
import { Section } from './Section.tsx';
import styles from './Specifications.module.css';

/** A product's attributes. Renders nothing without any. */
export function Specifications({ attributes }: { attributes: readonly ProductAttributeView[] }) {
  if (attributes.length === 0) return null;
  return (
    <Section id="specifications" title={m.product.specifications()}>
      <table className={styles.table} aria-labelledby="specifications">
        <tbody className="divided">
          {attributes.map((attribute) => (
            <tr key={attribute.code}>
              <th scope="row" className="soft">
                {attribute.name}
              </th>
              <td dir="auto">{labelOf(attribute)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
