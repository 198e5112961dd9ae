import { m } from '#messages';
import { lacksRequiredFactor, useFactors } from '../../../api/factors.ts';
import { FailureNotice } from '../../../components/feedback/FailureNotice.tsx';
import { Skeleton } from '../../../components/feedback/Skeleton.tsx';
import { TitledPanel } from '../../../components/TitledPanel.tsx';
import { FactorList } from './FactorList.tsx';

/** Lets users protect their login with a second factor. */
export function TwoStepPanel() {
  const { data, error, isLoading, retry } = useFactors();
  return (
    <TitledPanel
      id="two-step"
      title={m.login.twoStep()}
      lead={lacksRequiredFactor(data) ? m.profile.requiresFactor() : m.profile.protects()}
      className="roomy"
    >
      {data && <FactorList factors={data} />}
      {!data && error && <FailureNotice message={error} onRetry={retry} busy={isLoading} />}
      {!data && !error && <Skeleton height="9rem" />}
    </TitledPanel>
  );
}
