import { Link } from 'wouter';
import { pagePatterns } from '#contract/shop/page-addresses.ts';
import type { AdminUserView } from '#contract/users/users.ts';
import { m } from '#messages';
import { languages } from '#messages/languages.ts';
import { succeeds } from '../../../api/admin/failure.ts';
import { removeSecondFactors } from '../../../api/admin/users.ts';
import { Badge } from '../../../components/Badge.tsx';
import { Button } from '../../../components/Button.tsx';
import { confirm } from '../../../components/dialogs/confirm.ts';
import { Sentence } from '../../../components/Sentence.tsx';
import { shop } from '../../../texts/shop.ts';
import { Fact } from '../Fact.tsx';
import { Day } from '../Moment.tsx';

type UserFactsProps = { user: AdminUserView };

/** A user's read-only details, and a switch that turns off two-step login for users who lost their second factor. */
export function UserFacts({ user }: UserFactsProps) {
  const { email, verifiedAt, date, language, orderCount, hasSecondFactor } = user;
  return (
    <dl className="cluster baseline gap-6 row-gap-3 facts text-compact">
      <Fact name={m.adminUsers.email()}>
        {email} {verifiedAt === null && <Badge tone="quiet">{m.adminUsers.emailNotConfirmed()}</Badge>}
      </Fact>
      <Fact name={m.adminUsers.registered()}>
        <Day date={date} />
      </Fact>
      {shop.languages.length > 1 && (
        <Fact name={m.adminUsers.language()}>
          <span lang={language}>{languages[language]?.name}</span>
        </Fact>
      )}
      <Fact name={m.adminUsers.orders()}>
        {orderCount === 0 ? (
          m.adminUsers.noOrders()
        ) : (
          <Link href={`${pagePatterns.orders}?${new URLSearchParams({ search: email })}`}>
            {m.adminUsers.countedOrders({ count: orderCount })}
          </Link>
        )}
      </Fact>
      <Fact name={m.adminUsers.twoStepLogin()}>
        {hasSecondFactor ? (
          <span className="row gap-1">
            {m.common.on()}
            <Button variant="quiet" size="small" onClick={() => askToTurnOff(user)}>
              {m.adminUsers.turnOff()}
            </Button>
          </span>
        ) : (
          m.common.off()
        )}
      </Fact>
    </dl>
  );
}

async function askToTurnOff(user: AdminUserView): Promise<void> {
  const text = (
    <p>
      <Sentence
        of={m.adminUsers.turnOffText({ username: user.username })}
        parts={{ strong: (text) => <strong>{text}</strong> }}
      />
    </p>
  );
  const isConfirmed = await confirm({ title: m.adminUsers.turnOffTitle(), text, action: m.adminUsers.turnOff() });
  if (isConfirmed) await succeeds(removeSecondFactors(user));
}
