import { useState } from 'react';
import type { AttributeView } from '#contract/catalogue/catalogue.ts';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import { m } from '#messages';
import { removeAttribute, useAttributes } from '../../../api/admin/attributes.ts';
import { Button, ButtonLink } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { Notice } from '../../../components/feedback/Notice.tsx';
import { Sentence } from '../../../components/Sentence.tsx';
import { EditScreen } from '../EditScreen.tsx';
import type { DashboardPageProps } from '../pageProps.ts';
import { ScreenHead } from '../ScreenHead.tsx';
import { AttributeDialog } from './AttributeDialog.tsx';
import { AttributeList } from './AttributeList.tsx';

/** The attributes of a category, to add, edit, order and delete them. */
export default function AttributesPage({ parameters: { categoryId = '' } }: DashboardPageProps) {
  const view = useAttributes(categoryId);
  const [isAdding, setIsAdding] = useState(false);
  const [toEdit, setToEdit] = useState<AttributeView | null>(null);
  const { category, attributes = [] } = view.data ?? {};

  const head = (
    <ScreenHead
      actions={
        <>
          <ButtonLink size="small" href={pagePatterns.categories}>
            {m.admin.backToCategories()}
          </ButtonLink>
          {category && (
            <Button size="small" variant="primary" onClick={() => setIsAdding(true)}>
              {m.attributes.add()}
            </Button>
          )}
        </>
      }
    >
      {category && m.attributes.of({ category: category.categoryName })}
    </ScreenHead>
  );
  return (
    <EditScreen head={head} view={view} list="categories">
      {category && (
        <>
          <p className="soft narrow">{m.attributes.about()}</p>
          {attributes.length === 0 ? (
            <Notice icon="plus" title={m.attributes.none()} />
          ) : (
            <AttributeList
              attributes={attributes}
              onEdit={setToEdit}
              onDelete={(attribute) => askToDelete(attribute, category.categoryName)}
            />
          )}
          <AttributeDialog
            open={isAdding || toEdit !== null}
            categoryId={category._id}
            attribute={toEdit}
            onClose={() => {
              setIsAdding(false);
              setToEdit(null);
            }}
          />
        </>
      )}
    </EditScreen>
  );
}

async function askToDelete(attribute: AttributeView, categoryName: string): Promise<void> {
  const text = (
    <p>
      <Sentence
        of={m.attributes.willBeDeleted({ name: attribute.name, category: categoryName })}
        parts={{ strong: (text) => <strong>{text}</strong>, category: (text) => text }}
      />
    </p>
  );
  if (await confirm({ title: m.attributes.deleteTitle(), text, action: m.common.delete() }))
    void removeAttribute(attribute);
}
