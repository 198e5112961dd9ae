import type { DutyState, DutyView } from '#contract/shop/duties.ts';
import { m } from '#messages';
import { changeDuty } from '../../../api/admin/duties.ts';
import { succeeds } from '../../../api/admin/failure.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { Icon, type IconName } from '../../../components/Icon.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import styles from './DutiesPage.module.css';

const looks: Record<DutyState, { icon: IconName; tone: string | undefined }> = {
  open: { icon: 'alert', tone: styles.open },
  met: { icon: 'check', tone: 'tone-good' },
  notApplicable: { icon: 'minus', tone: 'tone-quiet' },
};

type DutyProps = {
  duty: DutyView;
  /** Called when it is to be marked as one that doesn't apply. */
  onExcuse: () => void;
};

/** A duty with its law, what was found, and what can be done about it. */
export function Duty({ duty: { code, title, source, state, detail, to, reason }, onExcuse }: DutyProps) {
  return (
    <li className={styles.duty}>
      <span className={`circle ${styles.state} ${looks[state].tone}`}>
        <Icon name={looks[state].icon} size={18} />
      </span>
      <div className="stack gap-1">
        <h3 className="text-body">{title}</h3>
        <p className="soft text-note">{source}</p>
        <p className="text-compact">{reason === null ? detail : m.duties.because({ reason })}</p>
      </div>
      <div className={`cluster gap-2 ${styles.actions}`}>
        {reason === null ? (
          <>
            <ButtonLink href={to} variant={state === 'open' ? 'soft' : 'quiet'}>
              <Sentence of={(state === 'open' ? m.duties.fulfill : m.duties.view)({ title })} parts={{ hidden }} />
            </ButtonLink>
            {state === 'open' && (
              <Button variant="quiet" onClick={onExcuse}>
                <Sentence of={m.duties.excuse({ title })} parts={{ hidden }} />
              </Button>
            )}
          </>
        ) : (
          <ActionButton variant="quiet" action={() => succeeds(changeDuty(code, { isApplicable: true }))}>
            <Sentence of={m.duties.applies({ title })} parts={{ hidden }} />
          </ActionButton>
        )}
      </div>
    </li>
  );
}
