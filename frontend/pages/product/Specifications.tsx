import { labelOf } from '#contract/catalogue/attribute-text.ts';
import { m } from '#messages';
import { productFacts, type ShownProduct } from '../../components/product/productFacts.ts';
import { Section } from './Section.tsx';
import styles from './Specifications.module.css';

/** A product's attributes and data. Renders nothing without any. */
export function Specifications({ product }: { product: ShownProduct }) {
  const attributes = product.attributes.map((attribute) => {
    return { key: `attribute ${attribute.code}`, name: attribute.name, text: labelOf(attribute) };
  });
  const rows = [...attributes, ...productFacts(product)];
  if (rows.length === 0) return null;
  return (
    <Section id="specifications" title={m.product.specifications()}>
      <table className={styles.table} aria-labelledby="specifications">
        <tbody className="divided">
          {rows.map(({ key, name, text }) => (
            <tr key={key}>
              <th scope="row" className="soft">
                {name}
              </th>
              <td dir="auto">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}
