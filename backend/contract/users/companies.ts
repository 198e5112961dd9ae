export const COMPANY_NAME_MAX = 200;
export const COMPANY_ADDRESS_MAX = 1000;
export const COMPANY_CONTACT_MAX = 500;

/** A company as shoppers see it beside its products: Art. 19 of Regulation (EU) 2023/988. */
export type CompanyDetailsView = {
  name: string;
  /** Postal; it may have several lines. */
  address: string;
  /** Electronic, such as an email address or a website. */
  contact: string;
};

export type CompanyView = CompanyDetailsView & { _id: string };
