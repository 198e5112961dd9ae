import type { CompanyDetailsView } from '../users/companies.ts';
import type { ImageState } from './pictures.ts';
import type { ProductDocumentView } from './product-documents.ts';
import type { CategoryTranslations, ProductTranslations } from './translations.ts';

export const TITLE_MAX = 200;
export const DESCRIPTION_MAX = 5000;
export const CATEGORY_NAME_MAX = 100;
/** Numbers of Google's taxonomy have up to six digits. */
export const GOOGLE_CATEGORY_MAX = 999_999;
export const STOCK_MAX = 1_000_000;
export const ATTRIBUTE_CODE_MAX = 50;
export const ATTRIBUTE_NAME_MAX = 100;
export const ATTRIBUTE_UNIT_MAX = 20;
export const ATTRIBUTE_TEXT_MAX = 200;
/** The largest absolute value of a number attribute. */
export const ATTRIBUTE_NUMBER_MAX = 1e12;
export const ATTRIBUTES_MAX = 100;
export const FAMILY_NAME_MAX = 100;
export const OPTION_TEXT_MAX = 100;
export const OPTIONS_MAX = 5;
/** Variants that are added at once. */
export const VARIANTS_MAX = 50;
/** Families of a category that the dashboard suggests. */
export const FAMILIES_MAX = 1000;
/** Up to this many units, shoppers see how many are left. */
export const STOCK_LOW = 5;
export const IMAGES_MAX = 8;
export const SKU_MAX = 64;
export const SAFETY_MAX = 5000;
/** Of a manufacturer's part number and of a brand. */
export const IDENTIFIER_MAX = 70;
/** In watts. */
export const CHARGER_WATTS_MAX = 1000;
/** A guarantee of durability exceeds the legal one of two years: Art. 22a of Directive 2011/83/EU. */
export const GUARANTEE_YEARS_MIN = 3;
export const GUARANTEE_YEARS_MAX = 99;
export const REPAIR_SCORE_MAX = 10;

export const conditions = ['new', 'refurbished', 'used'] as const;
export type Condition = (typeof conditions)[number];

/** Which VAT rate of a country applies. */
export const taxClasses = ['standard', 'reduced', 'zero'] as const;
export type TaxClass = (typeof taxClasses)[number];

/** From the best to the worst: Regulation (EU) 2017/1369. */
export const energyClasses = ['A', 'B', 'C', 'D', 'E', 'F', 'G'] as const;
export type EnergyClass = (typeof energyClasses)[number];

/** A category's attributes describe its products, and shoppers filter by them. */
export const attributeTypes = ['text', 'number', 'boolean'] as const;
export type AttributeType = (typeof attributeTypes)[number];
export type AttributeValue = string | number | boolean;

/** A product's values of its category's attributes, by code. */
export type AttributeValues = Record<string, AttributeValue>;

/** Joins a product with its variants: the family's name, and the options that tell this product apart. */
export type VariantInput = { name: string; options: Record<string, string> };

/** The variants of a category with the same family name. */
export type FamilySummaryView = {
  name: string;
  /** The names of its options. */
  options: string[];
  productCount: number;
};

export type AttributeView = {
  _id: string;
  categoryId: string;
  /** Unique in its category. */
  code: string;
  name: string;
  type: AttributeType;
  /** '' without. */
  unit: string;
  isFilterable: boolean;
  /** Attributes are shown in ascending order. */
  position: number;
};

/** `value` is the same in every language; `label` is what shoppers read. */
export type ProductAttributeView = { code: string; name: string; value: AttributeValue; unit: string; label: string };

export type ProductImageView = { _id: string; image: string; imageState: ImageState; imageWidths: number[] };

export type AdminProductImageView = ProductImageView & {
  /** Why processing the latest upload failed; null otherwise. */
  imageFailure: string | null;
};

/** Null if units are not counted. `left` only while the stock is low. */
export type StockView = { state: 'inStock' | 'soldOut' } | { state: 'low'; left: number } | null;

/** The variants of a product, each a product of its own. */
export type FamilyView = {
  name: string;
  options: {
    name: string;
    label: string;
    /** For each value, the member that differs from this product in this option only; null if there is none. */
    values: { value: string; label: string; productId: string | null; isCurrent: boolean; isSoldOut: boolean }[];
  }[];
} | null;

export type EnergyView = {
  class: EnergyClass;
  /** The number in the European Product Registry for Energy Labelling. */
  eprel: string | null;
};

/** What charges a product: Art. 3a of Directive 2014/53/EU. */
export type ChargerView = {
  isIncluded: boolean;
  /** The power that it needs to charge, and to do so at full speed. */
  minWatts: number;
  maxWatts: number;
  /** Whether it supports USB Power Delivery. */
  usbPd: boolean;
};

/** The product data in lists; null where nobody has entered it. */
export type ListedProductData = {
  /** Unique, ignoring case. */
  sku: string | null;
  brand: string | null;
  energy: EnergyView | null;
  charger: ChargerView | null;
};

/** The product data beside that in lists. */
export type FurtherProductData = {
  gtin: string | null;
  /** The manufacturer's part number. */
  mpn: string | null;
  condition: Condition | null;
  manufacturer: CompanyDetailsView | null;
  /** Who answers for its safety in the EU, if the manufacturer isn't there. */
  responsible: CompanyDetailsView | null;
  safety: string | null;
  /** Of the producer's guarantee of durability. */
  guaranteeYears: number | null;
  /** Until when its software gets updates: YYYY-MM-DD. */
  updatesUntil: string | null;
  /** From 0 to 10, with one decimal. */
  repairScore: number | null;
  hasBattery: boolean | null;
};

export type ProductView = ListedProductData & {
  _id: string;
  title: string;
  description: string;
  /** What is charged now. EUR, two decimals. */
  price: number;
  /** While a sale runs, the price without it; else null, as the next two. */
  regularPrice: number | null;
  /** The lowest price of the 30 days before the sale; null if the product was not sold before. */
  priorPrice: number | null;
  /** When the sale ends (ISO 8601, UTC); null without an end. */
  saleUntil: string | null;
  /** File name under /uploads/; '' with `imageState` `none`. */
  image: string;
  imageState: ImageState;
  /** Widths in pixels of the WebP derivatives that exist (see derivativeName). Empty until the picture is ready. */
  imageWidths: number[];
  categoryId: { _id: string; categoryName: string; slug: string };
  allRatings: number[];
  /** Average of allRatings; 0 without any. */
  rating: number;
  /** In the order of the category's attributes; without those that it has no value for. */
  attributes: ProductAttributeView[];
  /**
   * At most IMAGES_MAX. The first is `image`; empty with `imageState` `none`. Shoppers don't see others that failed, unless an
   * earlier picture is still shown.
   */
  images: ProductImageView[];
  stock: StockView;
  /** The address of the product information sheet that belongs beside `energy`; null without one. */
  energySheet: string | null;
  family: FamilyView;
};

/** A product with what only its own page shows. */
export type ProductDetailView = ProductView &
  FurtherProductData & {
    /** At most PRODUCT_DOCUMENTS_MAX, in the order in which they were added. */
    documents: ProductDocumentView[];
  };

/** What the dashboard filters its products by. */
export const productAvailabilities = ['low', 'soldOut', 'unpublished'] as const;
export type ProductAvailability = (typeof productAvailabilities)[number];

export const productColumns = ['title', 'price', 'category', 'rating', 'stock', 'added'] as const;
export type ProductColumn = (typeof productColumns)[number];

/** A product as the API shows it to admins. */
export type AdminProductView = Omit<ProductDetailView, 'images' | 'regularPrice'> & {
  /** EUR, charged instead of `price` while the sale runs; null without a sale. */
  salePrice: number | null;
  /** As it was entered (ISO 8601, UTC); null if the sale begins when it is saved. */
  saleFrom: string | null;
  isOnSale: boolean;
  /** All of them, also failed ones. */
  images: AdminProductImageView[];
  /** Increases with each edit; editing an older version is a conflict. */
  version: number;
  /** Why processing the picture failed; null otherwise. */
  imageFailure: string | null;
  commentCount: number;
  /** Unpublished products are visible to admins only. */
  isPublished: boolean;
  taxClass: TaxClass;
  /** Units that can be sold; null if they are not counted. */
  stockCount: number | null;
  /** When it was added. ISO 8601, UTC. */
  date: string;
  translations: ProductTranslations;
  /** The companies by their ids. */
  manufacturerId: string | null;
  responsibleId: string | null;
};

/** The response to an edit of an older version or stock, with the current product. */
export type EditConflict = { product: AdminProductView };

export const categoryColumns = ['name', 'products'] as const;
export type CategoryColumn = (typeof categoryColumns)[number];

/**
 * What the law asks of all products of a category: an energy class where the price stands (Regulation (EU) 2017/1369), or the
 * pictogram of their charger (Directive 2014/53/EU, Art. 3a).
 */
export const categoryLabels = ['energy', 'charger'] as const;
export type CategoryLabel = (typeof categoryLabels)[number];

export type CategorySummaryView = {
  _id: string;
  categoryName: string;
  productCount: number;
  translations: CategoryTranslations;
  labels: CategoryLabel[];
  /** Its number in https://www.google.com/basepages/producttype/taxonomy-with-ids.en-US.txt; null without. */
  googleCategory: number | null;
};

export type CategoryView = CategorySummaryView & { products: { _id: string; title: string; price: number }[] };
