import type { SchemeTable } from './scheme.ts';

/** Form of a security that is not a derivative: bearer, registered, both, other. */
const FORM = 'BMNR';
const RANKING = 'CGJNOPQSTU';
const REDEMPTION = 'ABCDEFGLPQRT';
const ASSETS = 'BCDEFKLMRV';
const INCOME = 'ACFNPQU';
const OPTION_STYLES = 'ABCDEFGHI';
const VALUATION = 'ABDGLMPV';
const COMMODITIES = 'ABCGHIJKMNPST';

/**
 * Groups by their category and letter, each with the letters that its four attributes take; - where it has no such attribute.
 * X, not applicable, may stand for any.
 */
const GROUPS = `
ES,EC,EL ENRV TU FOP ${FORM}
EP,EF ENRV ACEGNRT ${INCOME} ${FORM}
ED CFLMPS BDNR ${INCOME} ${FORM}
EY ABCDEM DMY EFMV BCDGIMNST
EM,RA - - - ${FORM}
CB CMO GIJ - QSUY
CE CMO GIJ ${ASSETS} SU
CF CMO GIJ BEHIMP QSUY
CI,CP CMO GIJ ${ASSETS} QSUY
CM - - - QSUY
CH ADELMNRS - - -
CS CMO BGLM BMR SU
DB CFKVZ ${RANKING} ${REDEMPTION} ${FORM}
DC,DT,DW FKVZ ${RANKING} ${REDEMPTION} ${FORM}
DA,DG,DN FVZ ${RANKING} ${REDEMPTION} ${FORM}
DD ABCGMNTWY CFVZ ${RANKING} ${REDEMPTION}
DE ABCDEM DFMVY CMRST BCDIMNST
DS ABCDM DFMVY FMV BCDIMNST
DY FKVZ ${RANKING} - ${FORM}
DM BMP - - ${FORM}
FC AEHIMNPS CNP NS -
FF BCDFIMNOSVW CNP NS -
HC IMUVW ${OPTION_STYLES} ${VALUATION} CEP
HE BFIMORS ${OPTION_STYLES} ${VALUATION} CEP
HF BCDEFMQRTUVWY JKL ${VALUATION} CEP
HM MP ${OPTION_STYLES}JKL ${VALUATION} ACENP
HR ACDEFGHMOR ${OPTION_STYLES} ${VALUATION}CF CEP
HT ${COMMODITIES}FORW ${OPTION_STYLES} ${VALUATION} CEP
IF - - - P
IT AJKMNPST - - -
JC ABCDGIO - CFS CP
JE BFIOS - CFS CP
JF FJKLNORSTUVW - CFRS CP
JR IMO - CFS CP
JT ${COMMODITIES} - CFS CP
KC,KE,KF,KM,KR,KT,KY,OM,RM,TM - - - -
LL ABJKMNPST - - CP
LR CGS FNOT - DHT
LS CDEGKLMPTW NOT - DFHT
MC ABHMSUW TU - ${FORM}
MM EIMNPRST - - -
OC,OP ABE BCDFIMNOSTW CENP NS
RD AMPSW - - ${FORM}
RF BCDIMST MNT CMP ABEM
RP,RS BCFIMPS - - ${FORM}
RW BCDIMST CNT BCP ABEM
SC BIMUV CMT CLS ACP
SE BIMS CDLMPTV - CEP
SF ACM - - CP
SM MP - - CEP
SR ACDGHMZ CDIY CS DN
ST ${COMMODITIES}Q CT - CEP
TB CDEFIMT - - -
TC CLMN - - -
TD CFKLMPS - - -
TI CDEFMRT CEFMP GMNP -
TR FMNRV ADMNQSW - -
TT AEHIMNPS - - -`;

const FORMS: ReadonlyMap<string, RegExp> = new Map(
  GROUPS.trim()
    .split('\n')
    .flatMap((line) => {
      const [groups = '', ...attributes] = line.split(' ');
      const form = new RegExp(`^..${attributes.map((letters) => `[X${letters.replace('-', '')}]`).join('')}$`);
      return groups.split(',').map((group) => [group, form] as const);
    }),
);

/** The class of a security, as its ISIN's agency gives it out with the ISIN. */
export const CFI: SchemeTable = {
  cfi: {
    formOnly: true,
    source: 'Classification of Financial Instruments, ISO 10962:2019: category, group, four attributes.',
    form: /^[A-Z]{6}$/,
    check: (text) => FORMS.get(text.slice(0, 2))?.test(text) ?? false,
  },
};
