import { type ReactNode, type Ref, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { m } from '#messages';
import { Button } from '../Button.tsx';
import { InlineError } from '../feedback/InlineError.tsx';
import styles from './FileDrop.module.css';

type FileDropProps = {
  /** Accessible name, such as "Picture". */
  label: string;
  /** The button's label. */
  action: string;
  /** The input's `accept`. Dropped files are not filtered. */
  accept: string;
  multiple?: boolean;
  onChoose: (files: File[]) => void;
  /** Describes the allowed files, or the chosen ones. */
  hint: ReactNode;
  /** Why the choice was rejected. */
  error?: string;
  /** The current or chosen picture. */
  preview?: ReactNode;
  /** Receives the button, which is focused on an error. */
  buttonRef?: Ref<HTMLButtonElement>;
};

/** A drop zone for files, with a button to choose them. */
export function FileDrop(props: FileDropProps) {
  const { label, action, accept, multiple = false, onChoose, hint, error, preview, buttonRef } = props;
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const { zone, isOver } = useDroppedFiles((files) => onChoose(multiple ? files : files.slice(0, 1)));
  const className = ['cluster gap-4', styles.zone, isOver && styles.over, error && styles.invalid]
    .filter(Boolean)
    .join(' ');

  return (
    <fieldset ref={zone} className={className} aria-label={label}>
      {preview && <div className={styles.preview}>{preview}</div>}
      <div className={styles.choice}>
        <input
          ref={input}
          type="file"
          accept={accept}
          multiple={multiple}
          aria-label={label}
          hidden
          onChange={({ target }) => {
            onChoose([...(target.files ?? [])]);
            // Lets the user choose the same file again.
            target.value = '';
          }}
        />
        <Button
          ref={buttonRef}
          size="small"
          aria-describedby={error ? `${errorId} ${hintId}` : hintId}
          onClick={() => input.current?.click()}
        >
          {action}
        </Button>
        <p className={`soft text-note ${styles.or}`}>
          {isOver ? m.forms.dropToAdd() : multiple ? m.forms.dropFilesHere() : m.forms.dropHere()}
        </p>
        <div id={hintId} className={`soft text-note breaks ${styles.hint}`}>
          {hint}
        </div>
        {error && (
          <div className={styles.error}>
            <InlineError id={errorId}>{error}</InlineError>
          </div>
        )}
      </div>
    </fieldset>
  );
}

/** Handles files dropped on an element. Keeps the browser from opening files dropped elsewhere. */
function useDroppedFiles(onDrop: (files: File[]) => void) {
  const zone = useRef<HTMLFieldSetElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent(onDrop);

  useEffect(() => {
    const over = (event: DragEvent) => {
      const { dataTransfer } = event;
      if (!dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      const found = zoneAt(event);
      // All drop zones on the page set the same effect.
      dataTransfer.dropEffect = found ? 'copy' : 'none';
      setIsOver(found === zone.current);
    };
    const leave = (event: DragEvent) => event.relatedTarget === null && setIsOver(false);
    const end = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setIsOver(false);
      const files = [...event.dataTransfer.files];
      if (zoneAt(event) === zone.current && files.length > 0) drop(files);
    };
    window.addEventListener('dragover', over);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', end);
    return () => {
      window.removeEventListener('dragover', over);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', end);
    };
  }, []);

  return { zone, isOver };
}

/** The drop zone under a dragged file, if any. */
function zoneAt({ target }: DragEvent): Element | null {
  return target instanceof Element ? target.closest(`.${styles.zone}`) : null;
}
