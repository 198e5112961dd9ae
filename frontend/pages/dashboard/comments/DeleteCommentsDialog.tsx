import type { CommentColumn, CommentView } from '#contract/comments.ts';
import { counted } from '#contract/numbers.ts';
import { moderateComments, removeComment } from '../../../api/admin/comments.ts';
import type { TableRequest } from '../../../api/admin/table.ts';
import { ConfirmDialog } from '../../../components/dialogs/ConfirmDialog.tsx';
import { adminNouns } from '../../../texts/adminNouns.ts';
import styles from './DeleteCommentsDialog.module.css';

type DeleteCommentsDialogProps = {
  /** The comments to delete; empty while the dialog is closed. */
  comments: readonly CommentView[];
  request: TableRequest<CommentColumn>;
  onClose: () => void;
};

/** Asks before comments are deleted. */
export function DeleteCommentsDialog({ comments, request, onClose }: DeleteCommentsDialogProps) {
  const [first, ...others] = comments;
  const confirm = () => {
    if (others.length > 0) void moderateComments(request, comments, 'delete');
    else if (first) void removeComment(request, first);
    onClose();
  };
  return (
    <ConfirmDialog
      open={first !== undefined}
      title={others.length > 0 ? `Delete ${counted(comments.length, adminNouns.comment)}?` : 'Delete this comment?'}
      action="Delete"
      onConfirm={confirm}
      onClose={onClose}
    >
      {others.length > 0 && <p>They will be permanently deleted.</p>}
      {first && others.length === 0 && (
        <>
          <p>
            This comment by <strong>{first.author}</strong> on <strong>{first.productTitle}</strong> will be permanently
            deleted:
          </p>
          <blockquote className={styles.quote}>{first.content}</blockquote>
        </>
      )}
    </ConfirmDialog>
  );
}
