import { useState } from 'react';
import type { DutyState, DutyView } from '#contract/shop/duties.ts';
import { m } from '#messages';
import { duties } from '../../../api/admin/duties.ts';
import { useRemote } from '../../../api/useRemote.ts';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import { EditScreen } from '../EditScreen.tsx';
import { Duty } from './Duty.tsx';
import { NotApplicableDialog } from './NotApplicableDialog.tsx';

/** What each group of duties is called, in order. */
const groups: Record<DutyState, () => string> = {
  open: m.duties.open,
  met: m.duties.met,
  notApplicable: m.duties.notApplicable,
};

/** What the law asks of the shop: what is open first. */
export default function DutiesPage() {
  const view = useRemote(duties, null);
  const [excused, setExcused] = useState<DutyView | null>(null);
  const all = view.data;
  return (
    <EditScreen view={view}>
      {all && (
        <>
          <p className="soft narrow">{m.duties.lead()}</p>
          {(Object.keys(groups) as DutyState[]).map((state) => {
            const members = all.filter((duty) => duty.state === state);
            return (
              members.length > 0 && (
                <TitledPanel
                  key={state}
                  title={m.duties.group({ name: groups[state](), count: members.length })}
                  className="padded medium-wide"
                >
                  <ul className="divided">
                    {members.map((duty) => (
                      <Duty key={duty.code} duty={duty} onExcuse={() => setExcused(duty)} />
                    ))}
                  </ul>
                </TitledPanel>
              )
            );
          })}
          <NotApplicableDialog duty={excused} onClose={() => setExcused(null)} />
        </>
      )}
    </EditScreen>
  );
}
