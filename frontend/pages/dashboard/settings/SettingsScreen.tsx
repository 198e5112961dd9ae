import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { m } from '#messages';
import type { RemoteView } from '../../../api/useRemote.ts';
import { Button } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { hidden, Sentence } from '../../../components/Sentence.tsx';
import { EditScreen } from '../EditScreen.tsx';
import { ScreenHead } from '../ScreenHead.tsx';
import { DeleteButton } from '../table/actionColumns.tsx';

/** What the screen says of its settings: messages, which are called when they are shown. */
export type SettingsTexts = {
  /** What the settings do. */
  lead: () => string;
  empty: () => string;
  add: () => string;
  /** Absent if they can't be edited. */
  edit?: () => string;
  deleteTitle: () => string;
  /** Also says what deleting leaves untouched. The name is marked as `strong`. */
  deleteText: (values: { name: string }) => string;
};

type SettingsScreenProps<View> = {
  texts: SettingsTexts;
  view: RemoteView<null, View[]>;
  nameOf: (setting: View) => string;
  /** The screen of a setting, if it has one. */
  addressOf?: (setting: View) => string;
  /** Describes a setting, below its name. */
  details: (setting: View) => ReactNode;
  /** What stands below that. */
  more?: (setting: View) => ReactNode;
  /** Whether a setting can be deleted. */
  canDelete?: (setting: View) => boolean;
  onDelete: (setting: View) => void;
  /** The form to edit a setting, or to add one. */
  form: (setting: View | null, onClose: () => void) => ReactNode;
};

/** A short list of settings, to add, edit and delete them. */
export function SettingsScreen<View extends { _id: string }>(props: SettingsScreenProps<View>) {
  const { texts, view, nameOf, addressOf, details, more, canDelete = () => true, onDelete, form } = props;
  const [edited, setEdited] = useState<View | 'new' | null>(null);
  const close = () => setEdited(null);
  const askToDelete = async (setting: View) => {
    const text = (
      <p>
        <Sentence
          of={texts.deleteText({ name: nameOf(setting) })}
          parts={{ strong: (text) => <strong>{text}</strong> }}
        />
      </p>
    );
    if (await confirm({ title: texts.deleteTitle(), text, action: m.common.delete() })) onDelete(setting);
  };
  const addButton = (
    <Button size="small" variant="primary" onClick={() => setEdited('new')}>
      {texts.add()}
    </Button>
  );
  const title = edited === 'new' ? texts.add() : texts.edit?.();

  return (
    <EditScreen head={<ScreenHead actions={view.data?.length !== 0 && addButton} />} view={view}>
      {view.data && (
        <>
          <p className="soft narrow">{texts.lead()}</p>
          {view.data.length === 0 ? (
            <Notice icon="plus" title={texts.empty()} actions={addButton} />
          ) : (
            <Panel as="div" className="medium-wide">
              <ul className="divided">
                {view.data.map((setting) => (
                  <li key={setting._id} className="record">
                    <div className="stack gap-3 breaks">
                      <div className="stack gap-1">
                        <p className="medium" dir="auto">
                          {addressOf ? <Link href={addressOf(setting)}>{nameOf(setting)}</Link> : nameOf(setting)}
                        </p>
                        <p className="cluster row-gap-1 soft text-note">{details(setting)}</p>
                      </div>
                      {more?.(setting)}
                    </div>
                    <div className="row gap-5">
                      {texts.edit && (
                        <Button size="small" variant="quiet" onClick={() => setEdited(setting)}>
                          <Sentence of={m.shippingMethods.editNamed({ name: nameOf(setting) })} parts={{ hidden }} />
                        </Button>
                      )}
                      {canDelete(setting) && (
                        <DeleteButton variant="quiet" name={nameOf(setting)} onClick={() => askToDelete(setting)} />
                      )}
                    </div>
                  </li>
                ))}
              </ul>
            </Panel>
          )}
          <Dialog open={edited !== null} shape="wide" title={title ?? ''} onClose={close}>
            {edited !== null && form(edited === 'new' ? null : edited, close)}
          </Dialog>
        </>
      )}
    </EditScreen>
  );
}
