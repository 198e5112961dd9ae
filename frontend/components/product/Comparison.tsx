import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { findPage, type PageName } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { comparison } from '../../stores/comparison.ts';
import { lazyPart } from '../lazyPart.tsx';

const CompareBar = lazyPart(() => import('../shell/CompareBar.tsx'), null, m.feedback.comparisonFailed);

/** The pages on which products are chosen. */
const pages: readonly (PageName | undefined)[] = ['catalogue', 'category', 'product'];

/** The bar of chosen products, once there is one. */
export function Comparison() {
  const { ids } = useSnapshot(comparison);
  const [path] = useLocation();
  const page = findPage(path)?.name;
  return ids.length > 0 && pages.includes(page) ? <CompareBar isOnProduct={page === 'product'} /> : null;
}
