import { Link } from 'wouter';
import { pageAddress } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { shop } from '../../texts/shop.ts';

/** The official notice on the legal guarantee, unchanged (Implementing Regulation (EU) 2025/1960); nothing without it. */
export function GuaranteeNotice() {
  if (shop.notice === null) return null;
  const { url, width, height } = shop.notice;
  const picture = (
    <img src={url} width={width} height={height} alt={m.legalPages.noticeAlt()} loading="lazy" className="paper" />
  );
  if (!shop.pages.some(({ kind }) => kind === 'guarantee')) return picture;
  return <Link href={pageAddress('legalPage', { kind: 'guarantee' })}>{picture}</Link>;
}
