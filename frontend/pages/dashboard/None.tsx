/** A dash for a missing value; screen readers read the content, such as "No ratings". */
export function None({ children }: { children: string }) {
  return (
    <span className="soft">
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">{children}</span>
    </span>
  );
}
