import type { CommentView } from '#contract/comments.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { type CommentFilter, moderateComments, removeComment } from '../../../stores/dashboard/comments.ts';
import styles from './DeleteCommentsDialog.module.css';

type DeleteCommentsDialogProps = {
  /** What is to be deleted; empty while nothing is. */
  comments: readonly CommentView[];
  filter: CommentFilter;
  onClose: () => void;
};

/** Asks whether comments are to be deleted. */
export function DeleteCommentsDialog({ comments, filter, onClose }: DeleteCommentsDialogProps) {
  const [first, ...others] = comments;
  const confirm = () => {
    if (others.length > 0) void moderateComments(comments, 'delete', filter);
    else if (first) void removeComment(first);
    onClose();
  };
  return (
    <ConfirmDialog
      open={first !== undefined}
      title={others.length > 0 ? `Delete ${comments.length} comments?` : 'Delete this comment?'}
      action="Delete"
      onConfirm={confirm}
      onClose={onClose}
    >
      {others.length > 0 && <p>They leave the shop for good.</p>}
      {first && others.length === 0 && (
        <>
          <p>
            What <strong>{first.author}</strong> wrote on <strong>{first.productTitle}</strong> leaves the shop for
            good:
          </p>
          <blockquote className={styles.quote}>{first.content}</blockquote>
        </>
      )}
    </ConfirmDialog>
  );
}
