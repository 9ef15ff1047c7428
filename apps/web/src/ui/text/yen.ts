/** An amount in whole yen, with the minus sign of text for deductions. */
export const yen = (amount: number) => `${amount < 0 ? '−' : ''}¥${Math.abs(amount).toLocaleString('en')}`
