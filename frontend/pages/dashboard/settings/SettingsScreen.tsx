import { type ReactNode, useState } from 'react';
import type { Noun } from '#contract/numbers.ts';
import type { RemoteView } from '../../../api/useRemote.ts';
import { Button } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { EditScreen } from '../EditScreen.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { DeleteButton } from '../table/actionColumns.tsx';

type SettingsScreenProps<View> = {
  noun: Noun;
  /** What the settings do. */
  lead: string;
  view: RemoteView<null, View[]>;
  nameOf: (setting: View) => string;
  /** Describes a setting, below its name. */
  details: (setting: View) => ReactNode;
  /** Whether a setting can be deleted. */
  canDelete?: (setting: View) => boolean;
  /** What deleting leaves untouched. */
  kept: string;
  onDelete: (setting: View) => void;
  /** The form to edit a setting, or to add one. */
  form: (setting: View | null, onClose: () => void) => ReactNode;
};

/** A short list of settings, to add, edit and delete them. */
export function SettingsScreen<View extends { _id: string }>(props: SettingsScreenProps<View>) {
  const { noun, lead, view, nameOf, details, canDelete = () => true, kept, onDelete, form } = props;
  const [edited, setEdited] = useState<View | 'new' | null>(null);
  const close = () => setEdited(null);
  const askToDelete = async (setting: View) => {
    const text = (
      <p>
        <strong>{nameOf(setting)}</strong> will be permanently deleted. {kept}
      </p>
    );
    if (await confirm({ title: `Delete this ${noun.one}?`, text, action: 'Delete' })) onDelete(setting);
  };
  const addButton = (
    <Button size="small" variant="primary" onClick={() => setEdited('new')}>
      Add {noun.one}
    </Button>
  );
  const title = edited === 'new' ? `Add ${noun.one}` : `Edit ${noun.one}`;

  return (
    <EditScreen head={<ScreenHead actions={view.data?.length !== 0 && addButton} />} view={view}>
      {view.data && (
        <>
          <p className="soft narrow">{lead}</p>
          {view.data.length === 0 ? (
            <Notice icon="plus" title={`No ${noun.other} yet`} actions={addButton} />
          ) : (
            <Panel as="div" className="medium-wide">
              <ul className="divided">
                {view.data.map((setting) => (
                  <li key={setting._id} className="record">
                    <div className="stack gap-1 breaks">
                      <p className="medium" dir="auto">
                        {nameOf(setting)}
                      </p>
                      <p className="cluster row-gap-1 soft text-note">{details(setting)}</p>
                    </div>
                    <div className="row gap-5">
                      <Button size="small" variant="quiet" onClick={() => setEdited(setting)}>
                        Edit<span className="visually-hidden"> {nameOf(setting)}</span>
                      </Button>
                      {canDelete(setting) && (
                        <DeleteButton variant="quiet" name={nameOf(setting)} onClick={() => askToDelete(setting)} />
                      )}
                    </div>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          <Dialog open={edited !== null} shape="wide" title={title} onClose={close}>
            {edited !== null && form(edited === 'new' ? null : edited, close)}
          </Dialog>
        </>
      )}
    </EditScreen>
  );
}
