import { Link } from 'wouter';
import type { AdminProductView } from '#contract/catalogue/catalogue.ts';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { formatPrice } from '#contract/values/money.ts';
import { m } from '#messages';
import { familyMembers } from '../../../../api/admin/products.ts';
import { useRemote } from '../../../../api/useRemote.ts';
import { ButtonLink } from '../../../../components/Button.tsx';
import { InlineError } from '../../../../components/feedback/InlineError.tsx';
import { Section } from '../../Section.tsx';
import { currentOptions } from '../form/productEdits.ts';
import { StockCount } from '../StockCount.tsx';
import { newProductAddress } from '../sources.ts';
import { variantName } from './newVariants.ts';

/** The variants of a product, and the way to the next ones. */
export function Variants({ product }: { product: AdminProductView }) {
  const { _id: productId, family, categoryId } = product;
  return (
    <Section title={family ? m.products.variantsOf({ family: family.name }) : m.products.variants()}>
      {family ? (
        <FamilyTable product={product} family={{ categoryId: categoryId._id, family: family.name }} />
      ) : (
        <p className="soft text-note">{m.products.variantsElse()}</p>
      )}
      <div>
        <ButtonLink size="small" href={newProductAddress('variant', productId)}>
          {m.products.addVariants()}
        </ButtonLink>
      </div>
    </Section>
  );
}

type FamilyTableProps = { product: AdminProductView; family: { categoryId: string; family: string } };

function FamilyTable({ product, family }: FamilyTableProps) {
  const { data, error } = useRemote(familyMembers, family);
  if (!data) return <InlineError>{error}</InlineError>;
  return (
    <table className="plain-table figures-table">
      <caption className="visually-hidden">{m.products.variantsOf(family)}</caption>
      <thead>
        <tr>
          <th scope="col">{m.products.variant()}</th>
          <th scope="col">{m.products.price()}</th>
          <th scope="col">{m.products.stock()}</th>
        </tr>
      </thead>
      <tbody>
        {data.map((member) => (
          <tr key={member._id}>
            <th scope="row">
              {member._id === product._id ? (
                <bdi className="bold" aria-current="true">
                  {nameOf(member)}
                </bdi>
              ) : (
                <Link href={pageAddress('editProduct', { productId: member._id })} className="quiet-link breaks">
                  {nameOf(member)}
                </Link>
              )}
            </th>
            <td>{formatPrice(member.price, 'EUR')}</td>
            <td>
              <StockCount product={member} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const nameOf = ({ family, title }: AdminProductView) => (family ? variantName(currentOptions(family)) : title);
