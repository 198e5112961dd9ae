import type { AttributeValues, VariantInput } from '#contract/catalogue/catalogue.ts';
import type { PlainValues, TranslatedFieldName } from '#contract/catalogue/product-fields.input.ts';
import type { Translations } from '#contract/catalogue/translations.ts';
import type { TypedTranslations } from '../../translations/typedTranslations.ts';
import type { PlainText } from './plainFields.ts';

/** The values that a form submits. */
export type ProductValues = PlainValues & {
  translations: Translations<TranslatedFieldName>;
  categoryId: string;
  /** Undefined while the attributes of the category are unknown; then the product keeps its own. */
  attributes: AttributeValues | undefined;
  family: VariantInput | null;
  /** Of a form that adds several. */
  variants?: Omit<NewVariant, 'key' | 'text'>[];
  /** A product without a family that joins the variants. */
  member?: { id: string; options: VariantInput['options'] };
};

/** A product's form values, as typed. */
export type ProductText = PlainText & {
  translations: TypedTranslations<TranslatedFieldName>;
  categoryId: string;
  /** By code; '' without a value. */
  attributes: Record<string, string>;
  /** Of a new product, each value may be a list. */
  family: { name: string; options: { name: string; value: string }[] };
  isNew: boolean;
  /** The product whose variants are added. */
  base: VariantBase | null;
  /** The combination that the base is, if it joins the family. */
  member: string;
  /** By combination. */
  variants: Record<string, VariantText>;
};

export type Options = Record<string, string>;

/** What a new variant has of its own, as typed; '' for what the form says for all. */
export type VariantText = { title: string; price: string; stock: string; isLeftOut: boolean };

/** The product that new variants join. */
export type VariantBase = {
  id: string;
  title: string;
  /** Empty without a family: then it joins theirs. */
  options: Options;
};

/** A variant to add. `text` is what was typed for it. */
export type NewVariant = {
  key: string;
  options: Options;
  text: VariantText | undefined;
  title: string;
  /** The titles in other languages, unless it has a title of its own. */
  translations: Translations<'title'>;
  price: number;
  stock: number | null;
  /** Those of all, but for options that are attributes too; undefined while the attributes are unknown. */
  attributes: AttributeValues | undefined;
};
