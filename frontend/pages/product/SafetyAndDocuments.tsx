import type { ReactNode } from 'react';
import type { ProductDocumentView } from '#contract/catalogue/product-documents.ts';
import type { CompanyDetailsView } from '#contract/users/companies.ts';
import { m } from '#messages';
import { documentText } from '../../components/product/documentText.ts';
import type { ShownProduct } from '../../components/product/productFacts.ts';
import { Section } from './Section.tsx';

/**
 * Who answers for a product, its warnings (Regulation (EU) 2023/988, Art. 19), and its documents. Renders nothing without any.
 */
export function SafetyAndDocuments({ product }: { product: ShownProduct }) {
  const { manufacturer, responsible, safety, documents = [] } = product;
  const parts = [
    manufacturer && <Company key="manufacturer" title={m.productData.manufacturer()} company={manufacturer} />,
    responsible && <Company key="responsible" title={m.productData.responsible()} company={responsible} />,
    safety && (
      <Part key="safety" title={m.productData.safety()}>
        <p className="prose" dir="auto">
          {safety}
        </p>
      </Part>
    ),
    documents.length > 0 && <Documents key="documents" documents={documents} />,
  ].filter(Boolean);
  if (parts.length === 0) return null;
  return (
    <Section id="safety" title={m.product.safetyAndDocuments()}>
      {parts}
    </Section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="stack gap-2">
      <h3 className="text-body">{title}</h3>
      {children}
    </div>
  );
}

function Company({ title, company: { name, address, contact } }: { title: string; company: CompanyDetailsView }) {
  return (
    <Part title={title}>
      <address className="multiline breaks">
        <bdi>{name}</bdi>
        <br />
        <bdi>{address}</bdi>
        <br />
        <Contact text={contact} />
      </address>
    </Part>
  );
}

/** A link if it is an email or web address. */
function Contact({ text }: { text: string }) {
  const href = /^https?:\/\/\S+$/i.test(text) ? text : /^[^\s@/?#&]+@[^\s@/?#&]+$/.test(text) ? `mailto:${text}` : null;
  return href === null ? <bdi>{text}</bdi> : <a href={href}>{text}</a>;
}

function Documents({ documents }: { documents: readonly ProductDocumentView[] }) {
  return (
    <Part title={m.productDocuments.documents()}>
      <ul className="stack gap-3">
        {documents.map((document) => (
          <li key={document._id}>
            <a href={document.url} className="breaks" lang={document.language} hrefLang={document.language}>
              {document.title}
            </a>
            <p className="soft text-note">{documentText(document)}</p>
          </li>
        ))}
      </ul>
    </Part>
  );
}
