import { useForm } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import { ADMIN_NOTE_MAX, type AdminOrderDetailView, type OrderNoteView } from '#contract/orders.ts';
import { addNote, deleteNote } from '../../../../api/admin/order.ts';
import { showToast } from '../../../../browser/toasts.ts';
import { Button } from '../../../../components/Button.tsx';
import { TextArea } from '../../../../components/forms/Field.tsx';
import { Form, fieldsOf } from '../../../../components/forms/Form.tsx';
import { session } from '../../../../stores/session.ts';
import { Allowed } from '../../Allowed.tsx';
import { adminSubmit, useAction } from '../../actions.ts';
import { DateAndTime } from '../../Moment.tsx';
import { useCan } from '../../useCan.ts';
import styles from './OrderPage.module.css';
import { Section } from './Section.tsx';

/** What the team notes about the order. */
export function NotesSection({ order: { _id, notes } }: { order: AdminOrderDetailView }) {
  const admin = useSnapshot(session).user;
  return (
    <Section title="Notes">
      {notes.length > 0 && (
        <ul className={styles.entries}>
          {notes.map((note) => (
            <Note key={note._id} orderId={_id} note={note} isOwn={note.authorId === admin?._id} />
          ))}
        </ul>
      )}
      <Allowed to="orders.note">
        <NoteForm orderId={_id} />
      </Allowed>
    </Section>
  );
}

type NoteProps = { orderId: string; note: OrderNoteView; isOwn: boolean };

function Note({ orderId, note: { _id, author, text, date }, isOwn }: NoteProps) {
  const { isBusy, run } = useAction();
  const can = useCan();
  return (
    <li>
      <p className={styles.noteHead}>
        <bdi>{author}</bdi>, <DateAndTime date={date} />
        {isOwn && can('orders.note') && (
          <Button size="small" variant="quiet" busy={isBusy} onClick={() => run(() => deleteNote(orderId, _id))}>
            Delete<span className="visually-hidden"> your note</span>
          </Button>
        )}
      </p>
      <p className={styles.note} dir="auto">
        {text}
      </p>
    </li>
  );
}

function NoteForm({ orderId }: { orderId: string }) {
  const form = useForm({ defaultValues: { text: '' } });
  const submit = adminSubmit(form, async (values) => {
    showToast('success', await addNote(orderId, values));
    form.reset();
  });
  return (
    <Form onSubmit={submit}>
      <TextArea
        {...fieldsOf(form)('text')}
        label="Note for the team"
        hint="Customers never see it."
        rows={2}
        maxLength={ADMIN_NOTE_MAX}
      />
      <div>
        <Button type="submit" size="small" busy={form.formState.isSubmitting}>
          Add note
        </Button>
      </div>
    </Form>
  );
}
