import { Link } from 'wouter';
import { counted } from '#contract/numbers.ts';
import { pagePatterns } from '#contract/page-addresses.ts';
import type { AdminUserView } from '#contract/users.ts';
import { succeeds } from '../../../api/admin/failure.ts';
import { removeSecondFactors } from '../../../api/admin/users.ts';
import { Badge } from '../../../components/Badge.tsx';
import { Button } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { adminNouns } from '../../../texts/adminNouns.ts';
import { Fact } from '../Fact.tsx';
import { Day } from '../Moment.tsx';

type UserFactsProps = { user: AdminUserView };

/** A user's read-only details, and a switch that turns off two-step login for users who lost their second factor. */
export function UserFacts({ user }: UserFactsProps) {
  const { email, verifiedAt, date, orderCount, hasSecondFactor } = user;
  return (
    <dl className="cluster baseline gap-6 row-gap-3 facts text-compact">
      <Fact name="Email">
        {email} {verifiedAt === null && <Badge tone="quiet">Not confirmed</Badge>}
      </Fact>
      <Fact name="Registered">
        <Day date={date} />
      </Fact>
      <Fact name="Orders">
        {orderCount === 0 ? (
          'None'
        ) : (
          <Link href={`${pagePatterns.orders}?${new URLSearchParams({ search: email })}`}>
            {counted(orderCount, adminNouns.order)}
          </Link>
        )}
      </Fact>
      <Fact name="Two-step login">
        {hasSecondFactor ? (
          <span className="row gap-1">
            On
            <Button variant="quiet" size="small" onClick={() => askToTurnOff(user)}>
              Turn off
            </Button>
          </span>
        ) : (
          'Off'
        )}
      </Fact>
    </dl>
  );
}

async function askToTurnOff(user: AdminUserView): Promise<void> {
  const text = (
    <p>
      The password alone will let <strong>{user.username}</strong> log in. First make sure that it's really them who
      asks. We'll tell them by email.
    </p>
  );
  const isConfirmed = await confirm({ title: 'Turn off two-step login?', text, action: 'Turn off' });
  if (isConfirmed) await succeeds(removeSecondFactors(user));
}
