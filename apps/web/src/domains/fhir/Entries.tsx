import type { FhirImportEntry } from '@sukoyaka/wire/boards/fhir-import'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { Badge, type BadgeTone } from '../../ui/status/Badge.tsx'
import classes from './FhirImport.module.css'

const outcomes = ['new', 'same', 'refused'] as const
const tones = { new: 'accent', same: 'neutral', refused: 'warning' } as const satisfies Record<FhirImportEntry['outcome'], BadgeTone>
const namedTypes = ['Observation', 'AllergyIntolerance', 'Condition', 'MedicationStatement', 'FamilyMemberHistory', 'DiagnosticReport', 'Patient'] as const

/** How many entries have each outcome. */
export const countsOf = (entries: readonly FhirImportEntry[]) => ({
  new: entries.filter(({ outcome }) => outcome === 'new').length,
  same: entries.filter(({ outcome }) => outcome === 'same').length,
  refused: entries.filter(({ outcome }) => outcome === 'refused').length,
})

/** The resource type of an entry in words; types not in `namedTypes` keep their FHIR name. */
const typeOf = (t: TFunction<'fhir_import'>, type: string) => {
  const named = namedTypes.find((each) => each === type)
  return named ? t(`type.${named}`) : type
}

/** What becomes of each entry of a bundle, grouped by outcome. */
export function Entries({ entries }: { entries: readonly FhirImportEntry[] }) {
  const { t } = useTranslation('fhir_import')
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('result')}</th>
          <th scope="col">{t('what')}</th>
          <th scope="col">{t('kind')}</th>
          <th scope="col">{t('goes')}</th>
        </tr>
      </thead>
      <tbody>
        {outcomes.flatMap((outcome) =>
          entries
            .filter((entry) => entry.outcome === outcome)
            .map((entry) => (
              <tr key={`${entry.index} ${entry.table_name} ${entry.row_id} ${entry.reason}`}>
                <td>
                  <Badge tone={tones[outcome]}>{t(`outcome.${outcome}`)}</Badge>
                </td>
                <td>
                  <span lang="ja">{entry.text || t('noText')}</span>
                  {entry.reason ? <small className={classes.reason}>{t(`reason.${entry.reason}`)}</small> : null}
                </td>
                <td>{typeOf(t, entry.resource_type)}</td>
                <td>{entry.table_name ? t(`table.${entry.table_name}`) : ''}</td>
              </tr>
            )),
        )}
      </tbody>
    </table>
  )
}
