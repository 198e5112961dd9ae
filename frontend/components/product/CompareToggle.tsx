import { useSnapshot } from 'valtio';
import { m } from '#messages';
import { comparison, toggleCompared } from '../../stores/comparison.ts';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import { IconButton } from '../IconButton.tsx';
import styles from './CompareToggle.module.css';

type Compared = { product: { readonly _id: string; readonly title: string } };

function useCompared({ product: { _id } }: Compared) {
  const isCompared = useSnapshot(comparison).ids.includes(_id);
  return {
    icon: isCompared ? ('check' as const) : ('compare' as const),
    press: { 'aria-pressed': isCompared, onClick: () => toggleCompared(_id) },
  };
}

/** Adds a product to the comparison, or removes it. */
export function CompareToggle(props: Compared) {
  const { icon, press } = useCompared(props);
  return (
    <Button variant="soft" size="small" className={styles.toggle} {...press}>
      <Icon name={icon} size={18} />
      <span>{m.compare.compare()}</span>
    </Button>
  );
}

/** The toggle on a product's card, above its link. */
export function CardCompareToggle(props: Compared) {
  const { icon, press } = useCompared(props);
  return (
    <IconButton
      icon={icon}
      iconSize={18}
      label={m.compare.compareNamed({ title: props.product.title })}
      title={m.compare.compare()}
      className={styles.onCard}
      {...press}
    />
  );
}
