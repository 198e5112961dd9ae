import { useForm } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import { ADMIN_NOTE_MAX, type AdminOrderDetailView, type OrderNoteView } from '#contract/orders/orders.ts';
import { m } from '#messages';
import { succeeds } from '../../../../api/admin/failure.ts';
import { addNote, deleteNote } from '../../../../api/admin/order.ts';
import { ActionButton } from '../../../../components/ActionButton.tsx';
import { Button } from '../../../../components/Button.tsx';
import { TextArea } from '../../../../components/forms/Field.tsx';
import { Form, fieldsOf } from '../../../../components/forms/Form.tsx';
import { submitOf } from '../../../../components/forms/submit.ts';
import { hidden, Sentence } from '../../../../components/Sentence.tsx';
import { session } from '../../../../stores/session.ts';
import { DateAndTime } from '../../Moment.tsx';
import { Section } from '../../Section.tsx';
import { useCan } from '../../useCan.ts';
import styles from './OrderPage.module.css';

/** What the team notes about the order. */
export function NotesSection({ order: { _id, notes } }: { order: AdminOrderDetailView }) {
  const admin = useSnapshot(session).user;
  const canNote = useCan()('orders.note');
  return (
    <Section title={m.adminOrders.notes()}>
      {notes.length > 0 && (
        <ul className="stack gap-3">
          {notes.map((note) => (
            <Note key={note._id} orderId={_id} note={note} canDelete={canNote && note.authorId === admin?._id} />
          ))}
        </ul>
      )}
      {canNote && <NoteForm orderId={_id} />}
    </Section>
  );
}

type NoteProps = { orderId: string; note: OrderNoteView; canDelete: boolean };

function Note({ orderId, note: { _id, author, text, date }, canDelete }: NoteProps) {
  return (
    <li>
      <p className={`cluster spread gap-2 soft text-note ${styles.noteHead}`}>
        <span>
          <Sentence
            of={m.adminOrders.noteHead({ author })}
            parts={{ bdi: (text) => <bdi>{text}</bdi>, date: () => <DateAndTime date={date} /> }}
          />
        </span>
        {canDelete && (
          <ActionButton size="small" variant="quiet" action={() => succeeds(deleteNote(orderId, _id))}>
            <Sentence of={m.adminOrders.deleteNote()} parts={{ hidden }} />
          </ActionButton>
        )}
      </p>
      <p className={`multiline breaks ${styles.note}`} dir="auto">
        {text}
      </p>
    </li>
  );
}

function NoteForm({ orderId }: { orderId: string }) {
  const form = useForm({ defaultValues: { text: '' } });
  const submit = submitOf(form, async (values) => {
    await addNote(orderId, values);
    form.reset();
  });
  return (
    <Form onSubmit={submit}>
      <TextArea
        {...fieldsOf(form)('text')}
        label={m.adminOrders.noteForTeam()}
        hint={m.adminOrders.noteHint()}
        rows={2}
        maxLength={ADMIN_NOTE_MAX}
      />
      <div>
        <Button type="submit" size="small" busy={form.formState.isSubmitting}>
          {m.adminOrders.addNote()}
        </Button>
      </div>
    </Form>
  );
}
