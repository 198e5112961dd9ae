import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import type { ProductView } from '#contract/catalogue.ts';
import { commentInput } from '#contract/comments.input.ts';
import { COMMENT_MAX } from '#contract/comments.ts';
import { Button } from '../../components/Button.tsx';
import { TextArea } from '../../components/Field.tsx';
import { Form, fieldsOf } from '../../components/Form.tsx';
import { showFormFailure } from '../../components/showFormFailure.ts';
import { addComment, commentAuthor, commentDraft, keepCommentDraft } from '../../stores/product.ts';
import { session } from '../../stores/session.ts';
import styles from './CommentForm.module.css';

const resolver = yupResolver(commentInput.pick(['content']));

/** Where a shopper says something about a product, under their name or as a guest. */
export default function CommentForm({ product }: { product: ProductView }) {
  const { user } = useSnapshot(session);
  const form = useForm({ resolver, defaultValues: { content: commentDraft(product._id) } });
  const { isSubmitting } = form.formState;
  const field = fieldsOf(form);
  const content = form.watch('content');

  useEffect(() => {
    keepCommentDraft(product._id, content);
  }, [product._id, content]);

  const submit = form.handleSubmit(async (values) => {
    try {
      await addComment(product, values.content);
      if (commentDraft(product._id) === '') form.reset({ content: '' });
    } catch (error) {
      showFormFailure(form, error);
    }
  });

  return (
    <Form className={styles.form} onSubmit={submit}>
      <TextArea
        {...field('content')}
        label="Write a comment"
        limit={{ length: content.length, max: COMMENT_MAX }}
        required
      />
      <div className={styles.end}>
        <p className={styles.author}>
          As <strong>{commentAuthor(user)}</strong>
        </p>
        <Button type="submit" variant="secondary" busy={isSubmitting}>
          Send comment
        </Button>
      </div>
    </Form>
  );
}
