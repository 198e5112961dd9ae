import { useState } from 'react';
import { Button } from '../../components/Button.tsx';

/** Downloads a table as a CSV file. */
export function ExportButton({ onExport }: { onExport: () => Promise<void> }) {
  const [isExporting, setIsExporting] = useState(false);

  const exportRows = async () => {
    setIsExporting(true);
    await onExport();
    setIsExporting(false);
  };

  return (
    <Button size="small" busy={isExporting} onClick={exportRows}>
      Export CSV
    </Button>
  );
}
