/** An amount in whole yen; negative amounts have U+2212, not a hyphen. */
export const yen = (amount: number) => `${amount < 0 ? '−' : ''}¥${Math.abs(amount).toLocaleString('en')}`
