import { yupResolver } from '@hookform/resolvers/yup';
import { useEffect } from 'react';
import { useForm } from 'react-hook-form';
import { useSnapshot } from 'valtio';
import type { ProductView } from '#contract/catalogue/catalogue.ts';
import { commentInput } from '#contract/comments/comments.input.ts';
import { COMMENT_MAX } from '#contract/comments/comments.ts';
import { GUEST } from '#contract/users/users.ts';
import { m } from '#messages';
import { addComment } from '../../../api/comments.ts';
import { Button } from '../../../components/Button.tsx';
import { TextArea } from '../../../components/forms/Field.tsx';
import { Form, fieldsOf } from '../../../components/forms/Form.tsx';
import { submitOf } from '../../../components/forms/submit.ts';
import { Sentence } from '../../../components/Sentence.tsx';
import { commentDraft, keepCommentDraft } from '../../../stores/commentDrafts.ts';
import { session } from '../../../stores/session.ts';

const resolver = yupResolver(commentInput.pick(['content']));

/** Posts a comment on a product, as the user or as a guest. */
export default function CommentForm({ product }: { product: ProductView }) {
  const { user } = useSnapshot(session);
  // Each author has their own draft.
  return <Draft key={user?._id} product={product} author={user} />;
}

type DraftProps = { product: ProductView; author: { readonly _id: string; readonly username: string } | null };

function Draft({ product, author }: DraftProps) {
  const form = useForm({ resolver, defaultValues: { content: commentDraft(author, product._id) } });
  const { isSubmitting } = form.formState;
  const field = fieldsOf(form);
  const content = form.watch('content');

  useEffect(() => {
    keepCommentDraft(author, product._id, content);
  }, [author, product._id, content]);

  const submit = submitOf(form, async (values) => {
    const sent = commentDraft(author, product._id);
    await addComment({ product, author: author?.username ?? GUEST, content: values.content });
    // Keep text typed while the comment was being sent.
    if (commentDraft(author, product._id) !== sent) return;
    keepCommentDraft(author, product._id, '');
    form.reset({ content: '' });
  });

  return (
    <Form onSubmit={submit}>
      <TextArea
        {...field('content')}
        label={m.reviews.write()}
        limit={{ length: content.length, max: COMMENT_MAX }}
        required
      />
      <div className="cluster spread">
        <p className="soft text-compact breaks">
          <Sentence
            of={m.reviews.postingAs({ author: author?.username ?? m.reviews.guest() })}
            parts={{ author: (name) => <strong className="medium ink">{name}</strong> }}
          />
        </p>
        <Button type="submit" variant="secondary" busy={isSubmitting}>
          {m.reviews.post()}
        </Button>
      </div>
    </Form>
  );
}
