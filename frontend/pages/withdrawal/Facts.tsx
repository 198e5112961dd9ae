import styles from './Facts.module.css';

/** What a statement says, each with its name; what is empty is left out. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, text: string])[] }) {
  return (
    <dl className={`stack gap-4 ${styles.facts}`}>
      {facts
        .filter(([, text]) => text !== '')
        .map(([name, text]) => (
          <div key={name}>
            <dt className="soft text-note">{name}</dt>
            <dd className="breaks multiline" dir="auto">
              {text}
            </dd>
          </div>
        ))}
    </dl>
  );
}
