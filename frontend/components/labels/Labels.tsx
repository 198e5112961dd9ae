import type { ReactNode } from 'react';
import type { ChargerView } from '#contract/catalogue/catalogue.ts';
import type { ProductLabelsView } from '#contract/listing/listing.ts';
import { m } from '#messages';
import styles from './Labels.module.css';
import drawings from './labels.svg?no-inline';

export type ProductLabelsProps = {
  product: ProductLabelsView;
  /** As large as the price of a product's own page. */
  large?: boolean;
  /** Leaves out the links, within one. */
  plain?: boolean;
};

/** The energy class with its scale and links to what explains it; whether a charger is included, and what one must supply. */
export default function Labels({ product: { energy, charger, energySheet }, plain }: ProductLabelsProps) {
  return (
    <span className="cluster gap-2 row-gap-1">
      {energy && (
        <Drawing className={styles.arrow} viewBox="0 0 48 24" name={m.labels.energy(energy)}>
          <Part id={energy.class} />
        </Drawing>
      )}
      {charger && <Charger {...charger} />}
      {energy && !plain && (
        <span className={`row soft text-small ${styles.links}`}>
          {energySheet && (
            <a href={energySheet} className="above">
              {m.labels.sheet()}
            </a>
          )}
          {energy.eprel && (
            <a href={EPREL + energy.eprel} className="above" target="_blank" rel="noreferrer">
              {'EPREL'}
            </a>
          )}
        </span>
      )}
    </span>
  );
}

/** The register's page of a product, with its label. */
const EPREL = 'https://eprel.ec.europa.eu/qr/';

/** Longer ones are condensed. */
const LINE_LENGTH = 7;

function Charger({ isIncluded, minWatts, maxWatts, usbPd }: ChargerView) {
  const lines = [`${minWatts} - ${maxWatts}`, 'W', ...(usbPd ? ['USB PD'] : [])];
  const top = usbPd ? 23 : 28;
  return (
    <>
      <Drawing viewBox="0 0 24 24" name={isIncluded ? m.labels.charger() : m.labels.noCharger()}>
        <Part id={isIncluded ? 'charger' : 'no-charger'} />
      </Drawing>
      <Drawing
        className={`power ${styles.power}`}
        viewBox="0 0 44 48"
        name={m.labels.power({ min: minWatts, max: maxWatts, usbPd: usbPd ? 'yes' : 'no' })}
      >
        <Part id="power" />
        {lines.map((line, index) => (
          <text
            key={line}
            x="22"
            y={top + 10 * index}
            {...(line.length > LINE_LENGTH && { textLength: 38, lengthAdjust: 'spacingAndGlyphs' })}
          >
            {line}
          </text>
        ))}
      </Drawing>
    </>
  );
}

type DrawingProps = { className?: string | undefined; viewBox: string; name: string; children: ReactNode };

function Drawing({ name, ...rest }: DrawingProps) {
  return <svg role="img" aria-label={name} {...rest} />;
}

/** From a file, which keeps drawings out of scripts and pages. */
function Part({ id }: { id: string }) {
  return <use href={`${drawings}#${id}`} />;
}
