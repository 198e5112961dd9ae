/** A dash for a missing value; screen readers read "No ratings". */
export function None({ of }: { of: string }) {
  return (
    <span className="soft">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">No {of}</span>
    </span>
  );
}
