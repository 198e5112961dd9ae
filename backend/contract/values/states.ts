/**
 * The states and provinces that addresses name, by country: the codes of ISO 3166-2 with their names in Latin letters, as
 * in the country itself; Aosta besides, and the armed forces of the United States, as their posts do.
 */
const lists = {
  AU:
    'ACT Australian Capital Territory; NSW New South Wales; NT Northern Territory; QLD Queensland; ' +
    'SA South Australia; TAS Tasmania; VIC Victoria; WA Western Australia',
  BR:
    'AC Acre; AL Alagoas; AM Amazonas; AP Amapá; BA Bahia; CE Ceará; DF Distrito Federal; ES Espírito Santo; ' +
    'GO Goiás; MA Maranhão; MG Minas Gerais; MS Mato Grosso do Sul; MT Mato Grosso; PA Pará; PB Paraíba; ' +
    'PE Pernambuco; PI Piauí; PR Paraná; RJ Rio de Janeiro; RN Rio Grande do Norte; RO Rondônia; RR Roraima; ' +
    'RS Rio Grande do Sul; SC Santa Catarina; SE Sergipe; SP São Paulo; TO Tocantins',
  CA:
    'AB Alberta; BC British Columbia; MB Manitoba; NB New Brunswick; NL Newfoundland and Labrador; ' +
    'NS Nova Scotia; NT Northwest Territories; NU Nunavut; ON Ontario; PE Prince Edward Island; QC Quebec; ' +
    'SK Saskatchewan; YT Yukon',
  IN:
    'AN Andaman and Nicobar Islands; AP Andhra Pradesh; AR Arunachal Pradesh; AS Assam; BR Bihar; ' +
    'CG Chhattisgarh; CH Chandigarh; DH Dadra and Nagar Haveli and Daman and Diu; DL Delhi; GA Goa; ' +
    'GJ Gujarat; HP Himachal Pradesh; HR Haryana; JH Jharkhand; JK Jammu and Kashmir; KA Karnataka; KL Kerala; ' +
    'LA Ladakh; LD Lakshadweep; MH Maharashtra; ML Meghalaya; MN Manipur; MP Madhya Pradesh; MZ Mizoram; ' +
    'NL Nagaland; OD Odisha; PB Punjab; PY Puducherry; RJ Rajasthan; SK Sikkim; TN Tamil Nadu; ' +
    'TR Tripura; TS Telangana; UK Uttarakhand; UP Uttar Pradesh; WB West Bengal',
  IT:
    "AG Agrigento; AL Alessandria; AN Ancona; AO Aosta; AP Ascoli Piceno; AQ L'Aquila; AR Arezzo; AT Asti; " +
    'AV Avellino; BA Bari; BG Bergamo; BI Biella; BL Belluno; BN Benevento; BO Bologna; BR Brindisi; ' +
    'BS Brescia; BT Barletta-Andria-Trani; BZ Bolzano; CA Cagliari; CB Campobasso; CE Caserta; ' +
    'CH Chieti; CL Caltanissetta; CN Cuneo; CO Como; CR Cremona; CS Cosenza; CT Catania; CZ Catanzaro; ' +
    'EN Enna; FC Forlì-Cesena; FE Ferrara; FG Foggia; FI Firenze; FM Fermo; FR Frosinone; GE Genova; ' +
    'GO Gorizia; GR Grosseto; IM Imperia; IS Isernia; KR Crotone; LC Lecco; LE Lecce; LI Livorno; LO Lodi; ' +
    'LT Latina; LU Lucca; MB Monza e Brianza; MC Macerata; ME Messina; MI Milano; MN Mantova; MO Modena; ' +
    'MS Massa-Carrara; MT Matera; NA Napoli; NO Novara; NU Nuoro; OR Oristano; PA Palermo; PC Piacenza; ' +
    'PD Padova; PE Pescara; PG Perugia; PI Pisa; PN Pordenone; PO Prato; PR Parma; PT Pistoia; ' +
    'PU Pesaro e Urbino; PV Pavia; PZ Potenza; RA Ravenna; RC Reggio Calabria; RE Reggio Emilia; RG Ragusa; ' +
    'RI Rieti; RM Roma; RN Rimini; RO Rovigo; SA Salerno; SI Siena; SO Sondrio; SP La Spezia; SR Siracusa; ' +
    'SS Sassari; SU Sud Sardegna; SV Savona; TA Taranto; TE Teramo; TN Trento; TO Torino; TP Trapani; ' +
    'TR Terni; TS Trieste; TV Treviso; UD Udine; VA Varese; VB Verbano-Cusio-Ossola; VC Vercelli; VE Venezia; ' +
    'VI Vicenza; VR Verona; VT Viterbo; VV Vibo Valentia',
  US:
    'AA Armed Forces Americas; AE Armed Forces Europe; AK Alaska; AL Alabama; AP Armed Forces Pacific; ' +
    'AR Arkansas; AS American Samoa; AZ Arizona; CA California; CO Colorado; CT Connecticut; ' +
    'DC District of Columbia; DE Delaware; FL Florida; GA Georgia; GU Guam; HI Hawaii; IA Iowa; ID Idaho; ' +
    'IL Illinois; IN Indiana; KS Kansas; KY Kentucky; LA Louisiana; MA Massachusetts; MD Maryland; ME Maine; ' +
    'MI Michigan; MN Minnesota; MO Missouri; MP Northern Mariana Islands; MS Mississippi; MT Montana; ' +
    'NC North Carolina; ND North Dakota; NE Nebraska; NH New Hampshire; NJ New Jersey; NM New Mexico; ' +
    'NV Nevada; NY New York; OH Ohio; OK Oklahoma; OR Oregon; PA Pennsylvania; PR Puerto Rico; ' +
    'RI Rhode Island; SC South Carolina; SD South Dakota; TN Tennessee; TX Texas; UT Utah; VA Virginia; ' +
    'VI United States Virgin Islands; VT Vermont; WA Washington; WI Wisconsin; WV West Virginia; WY Wyoming',
};

/** State codes with their names, by country (ISO 3166-1 alpha-2), in the order of the codes. */
const states = new Map(
  Object.entries(lists).map(([country, list]) => [
    country,
    new Map(list.split('; ').map((state) => [state.slice(0, state.indexOf(' ')), state.slice(state.indexOf(' ') + 1)])),
  ]),
);

const none: ReadonlyMap<string, string> = new Map();

/** The states of a country that its addresses name, by code; empty where they name none. */
export function statesOf(country: string): ReadonlyMap<string, string> {
  return states.get(country) ?? none;
}
