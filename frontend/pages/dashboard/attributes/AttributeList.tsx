import { useState } from 'react';
import type { AttributeView } from '#contract/catalogue/catalogue.ts';
import { m } from '#messages';
import { moveAttribute } from '../../../api/admin/attributes.ts';
import { Badge } from '../../../components/Badge.tsx';
import { Button } from '../../../components/Button.tsx';
import { IconButton } from '../../../components/IconButton.tsx';
import { Panel } from '../../../components/Panel.tsx';
import { DeleteButton } from '../table/actionColumns.tsx';
import { attributeTypeNames } from './AttributeDialog.tsx';
import styles from './AttributeList.module.css';

type AttributeListProps = {
  attributes: readonly AttributeView[];
  onEdit: (attribute: AttributeView) => void;
  onDelete: (attribute: AttributeView) => void;
};

/** The attributes in order, with buttons to move them. */
export function AttributeList({ attributes, onEdit, onDelete }: AttributeListProps) {
  const [announcement, setAnnouncement] = useState('');

  const move = (index: number, by: 1 | -1) => {
    const [attribute, neighbor] = [attributes[index], attributes[index + by]];
    if (!attribute || !neighbor) return;
    setAnnouncement(m.attributes.moved({ name: attribute.name, place: index + by + 1, count: attributes.length }));
    void moveAttribute(attribute, neighbor);
  };

  return (
    <Panel as="div" className="medium-wide">
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <ol className="divided" aria-label={m.attributes.title()}>
        {attributes.map((attribute, index) => (
          <li key={attribute._id} className={styles.attribute}>
            <div className={styles.moves}>
              {([-1, 1] as const).map((by) => (
                <IconButton
                  key={by}
                  icon={by < 0 ? 'chevronUp' : 'chevronDown'}
                  label={by < 0 ? m.attributes.moveUp(attribute) : m.attributes.moveDown(attribute)}
                  aria-disabled={attributes[index + by] === undefined || undefined}
                  onClick={() => move(index, by)}
                />
              ))}
            </div>
            <Facts attribute={attribute} />
            <div className={`cluster gap-5 ${styles.actions}`}>
              <Button size="small" variant="quiet" onClick={() => onEdit(attribute)}>
                {m.common.edit()}
                <span className="visually-hidden"> {attribute.name}</span>
              </Button>
              <DeleteButton variant="quiet" name={attribute.name} onClick={() => onDelete(attribute)} />
            </div>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function Facts({ attribute: { name, code, type, unit, isFilterable } }: { attribute: AttributeView }) {
  return (
    <div className="stack gap-1 breaks">
      <p className="medium">
        {name}
        {unit && <span className="soft regular"> ({unit})</span>}
      </p>
      <p className="cluster row-gap-1 soft text-note">
        <code>{code}</code>
        <span>{attributeTypeNames[type]()}</span>
        <Badge tone={isFilterable ? 'good' : 'quiet'}>
          {isFilterable ? m.attributes.filter() : m.attributes.noFilter()}
        </Badge>
      </p>
    </div>
  );
}
