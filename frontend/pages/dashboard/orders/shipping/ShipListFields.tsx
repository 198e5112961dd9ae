import { useEffect, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type { ShipmentListInput } from '#contract/orders.input.ts';
import { CARRIER_MAX } from '#contract/orders.ts';
import { shipmentListColumns } from '#contract/shipment-lists.ts';
import { Field, TextArea } from '../../../../components/forms/Field.tsx';
import { FileDrop } from '../../../../components/forms/FileDrop.tsx';
import { fieldsOf } from '../../../../components/forms/Form.tsx';
import styles from './ShipListFields.module.css';
import { listCaret, readListFile } from './shipList.ts';

/** A list of orders, pasted or from a file, and a carrier for all of them. */
export function ShipListFields({ form }: { form: UseFormReturn<ShipmentListInput> }) {
  const [file, setFile] = useState<{ hint?: string; error?: string }>({});
  const { ref, ...list } = fieldsOf(form)('list');
  const area = useRef<HTMLTextAreaElement | null>(null);

  useEffect(() => {
    const caret = listCaret(area.current?.value ?? '');
    area.current?.setSelectionRange(caret, caret);
    area.current?.focus();
  }, []);

  const chooseFile = async ([chosen]: File[]) => {
    if (chosen === undefined) return;
    const read = await readListFile(chosen);
    setFile('error' in read ? read : { hint: chosen.name });
    if ('error' in read) return;
    form.setValue('list', read.list);
    form.clearErrors('list');
  };

  return (
    <>
      <TextArea
        {...list}
        ref={(element) => {
          ref(element);
          area.current = element;
        }}
        label="Orders"
        hint="One order per line: number, carrier, tracking number, tracking link. The last two are optional. Paste cells from a spreadsheet, or separate values with commas."
        className={styles.list}
        rows={8}
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        required
      />
      <FileDrop
        label="CSV file"
        action={file.hint ? 'Choose another file' : 'Choose a CSV file'}
        accept=".csv,.tsv,.txt,text/csv"
        onChoose={chooseFile}
        hint={file.hint ?? <FileFormat />}
        error={file.error}
      />
      <Field
        {...fieldsOf(form)('carrier')}
        label="Carrier (optional)"
        hint="For lines without a carrier"
        maxLength={CARRIER_MAX}
      />
    </>
  );
}

function FileFormat() {
  return (
    <>
      With the same columns. It can have a header row: <code>{shipmentListColumns.join(', ')}</code>.
    </>
  );
}
