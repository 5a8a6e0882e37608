/**
 * Names that so many people bear that they say less of who somebody is, given names and surnames of several languages.
 * Our own compilation of common knowledge.
 */
const NAMES = `
  muhammad mohammad mohammed mohamed mohamad ahmed ahmad mahmoud ali hassan hasan hussein hussain omar umar ibrahim
  abdullah abdallah yusuf youssef khalid khaled mustafa ismail khan hamid said saeed salem salah
  maria anna ana marie jose juan luis carlos manuel antonio francisco pedro miguel jorge
  john james william robert michael david thomas george charles joseph peter paul mark daniel
  ivan sergey sergei alexander aleksandr vladimir dmitry andrey nikolai mikhail alexei igor viktor yuri oleg
  ivanov petrov ivanova petrova kim lee park choi chen wang zhang liu yang huang zhao wu zhou nguyen tran singh kumar
  smith jones brown garcia rodriguez gonzalez hernandez lopez martinez perez sanchez silva santos mehmet
`;

export const COMMON_NAMES: ReadonlySet<string> = new Set(NAMES.trim().split(/\s+/));
