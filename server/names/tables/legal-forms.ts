/**
 * Legal forms of companies by common knowledge of ISO 20275 (entity legal forms): for each one its generic class, its display
 * form, and its spellings. Our own compilation.
 *
 * A line is `class | display | compare | writings`. An empty class: the form does not show the kind (`company`, or a form for several kinds).
 * `compare` replaces the form when two names are compared: `=` is the display in lower case, `-` nothing at all, because a form this short is
 * mistaken for initials. The display itself is a spelling too. Dots and spaces do not count, so `S. A. R. L.` need not be listed here.
 */
const TABLE = `
  | Company | company | Co; Coy; Cie; Compagnie; Compañía; Compania; Kompaniya; Компания; Компанія; Şirketi; Sirketi; 公司; 회사
  | Corp | corp | Corporation; Corp; Korporatsiya; Корпорация; Корпорація; Corporacion; Corporación
  llc | LLC | = | Limited Liability Company; Limited Liability Co; Ltd Liability Co; Ltd Liability Company; Limited Liability Corporation; LC; WLL; With Limited Liability; Limited Company; Ltd Co; Private Limited Liability Company; ذ.م.م; شركة ذات مسؤولية محدودة; Professional Limited Liability Company; PLLC; SPC; Limited Liability; Limited Liability Comp; LLC Company
  llc | Ltd | = | Limited; Ltd; Limited Co; Lmtd; Co Ltd; Co Limited; Company Limited; Company Ltd; Corp Ltd; Corporation Limited; Corporation Ltd; 有限公司; 有限责任公司; 有限責任公司; 유한회사; 有限会社; лтд; Лимитед; Cyfyngedig; Cyf; בעמ; בע"מ; Ltee; Limitée; Limitee; Ltda; Limitada; Sociedade Limitada; Pty Ltd; Pty; Proprietary Limited; Pty Limited; Pte Ltd; Pte; Pte Limited; Pvt Ltd; Pvt Limited; Private Limited; Private Ltd; Sdn Bhd; Sendirian Berhad; Ltd Sti; Limited Sirketi; Limited Şirketi; Ltd Şti; P Ltd; Limited by guarantee; Mdudu
  llc | GmbH | = | Gesellschaft mit beschränkter Haftung; Gesellschaft mit beschraenkter Haftung; Gesellschaft mbH; Ges mbH; Gesmbh; mbH; gGmbH; gemeinnützige GmbH; mit beschränkter Haftung; Gesellschaft m b H
  llc | UG | = | Unternehmergesellschaft; UG haftungsbeschränkt; Unternehmergesellschaft haftungsbeschränkt; UG haftungsbeschraenkt
  llc | SARL | = | Société à responsabilité limitée; Societe a responsabilite limitee; Soc à Resp Limitée; SURL; EURL; Entreprise unipersonnelle à responsabilité limitée; SÀRL; SUARL; Sagl
  llc | SRL | = | Società a responsabilità limitata; Sociedad de responsabilidad limitada; Societatea cu Răspundere Limitată; Societate cu răspundere limitată; SRLS; Srl unipersonale; S de RL; S de RL de CV; Societa a responsabilita limitata
  llc | SL | = | Sociedad limitada; SLU; Sociedad limitada unipersonal; SLNE
  llc | Lda | = | Sociedade por quotas; Lda; Unipessoal Lda
  llc | BV | = | Besloten vennootschap; Besloten vennootschap met beperkte aansprakelijkheid; BVBA; SPRL; Société privée à responsabilité limitée
  llc | Sp. z o.o. | spzoo | Spółka z ograniczoną odpowiedzialnością; Spolka z ograniczona odpowiedzialnoscia; spzoo; spółka z o.o; spolka z oo; Sp z oo
  llc | s.r.o. | sro | Společnost s ručením omezeným; Spoločnosť s ručením obmedzeným; spol s r o; spol sro
  llc | d.o.o. | doo | Društvo s ograničenom odgovornošću; Drustvo s ogranicenom odgovornoscu; Društvo sa ograničenom odgovornošću; Družba z omejeno odgovornostjo; Друштво са ограниченом одговорношћу; Друштво со ограничена одговорност; DOOEL; ДООЕЛ; д.о.о.; jdoo
  llc | OOD | = | Дружество с ограничена отговорност; ООД; ЕООД; EOOD; Druzhestvo s ogranichena otgovornost; Еднолично дружество с ограничена отговорност
  llc | ООО | ooo | ООО; OOO; Общество с ограниченной ответственностью; Obshchestvo s ogranichennoy otvetstvennostyu; Obshchestvo s ogranichennoi otvetstvennostyu; Obschestvo s ogranichennoy otvetstvennostyu; Obshchestvo s ogranichennoj otvetstvennostju; Общества с ограниченной ответственностью
  llc | ТОВ | ooo | ТОВ; TOV; TzOV; Товариство з обмеженою відповідальністю; Tovarystvo z obmezhenoiu vidpovidalnistiu; Tovarystvo z obmezhenoyu vidpovidalnistyu
  llc | ТАА | = | Таварыства з абмежаванай адказнасцю; TAA
  llc | ТОО | too | Товарищество с ограниченной ответственностью; TOO; ЖШС; ZhShS; Zhauapkershiligi shekteuli seriktestik
  llc | MChJ | = | Mas'uliyati cheklangan jamiyat; МЧЖ; MChJ
  llc | МММ | = | Məhdud Məsuliyyətli Cəmiyyət; MMC; Mehdud Mesuliyyetli Cemiyyet
  llc | შპს | = | შეზღუდული პასუხისმგებლობის საზოგადოება; Shps
  llc | ՍՊԸ | = | Սահմանափակ պատասխանատվությամբ ընկերություն; SPY
  llc | ΕΠΕ | epe | Εταιρεία περιορισμένης ευθύνης; EPE; Etaireia periorismenis efthynis; ΙΚΕ; IKE
  llc | Kft. | kft | Korlátolt felelősségű társaság; Korlatolt felelossegu tarsasag; Kft
  llc | SIA | = | Sabiedrība ar ierobežotu atbildību; Sabiedriba ar ierobezotu atbildibu
  llc | UAB | = | Uždaroji akcinė bendrovė; Uzdaroji akcine bendrove
  llc | MB | = | Mažoji bendrija
  llc | OÜ | ou | Osaühing; Osauhing
  llc | Oy | = | Osakeyhtiö; Osakeyhtio; Oy Ab; Oy Ltd
  llc | ApS | = | Anpartsselskab
  llc | Ehf. | ehf | Einkahlutafélag
  llc | FZE | = | Free Zone Enterprise; Free Zone Establishment
  llc | FZCO | = | Free Zone Company; Free Zone Co; FZC; FZ LLC; FZ Company; Freezone Company; Free Zone Limited Liability Company; Free Zone LLC; FZLLC; DMCC
  llc | Inc | = | Incorporated; Inc; Incorporation; Incorp; Co Inc; Corp Inc; Company Inc
  llc | EIRL | = | Empresa individual de responsabilidad limitada
  llc | 合同会社 | godokaisha | Godo Kaisha; GK
  llc | Sh.p.k. | shpk | Shoqëri me përgjegjësi të kufizuar; Shpk; SHPK
  jsc | JSC | = | Joint Stock Company; Joint Stock Co; JS Co; Joint Stock; Jt Stk Co; Stock Company; Joint Stock Corporation
  jsc | PJSC | = | Public Joint Stock Company; Public Joint Stock Co; PJSCo; Public JSC; Public Stock Company; Public Shareholding Company; Public Shareholding Co; PSC
  jsc | OJSC | = | Open Joint Stock Company; Open JSC; Open Joint Stock Co
  jsc | CJSC | = | Closed Joint Stock Company; Closed JSC; Closed Joint Stock Co; Private Joint Stock Company; PrJSC
  jsc | АО | ao | АО; AO; Акционерное общество; Aktsionernoe obshchestvo; Aktsionernoye obshchestvo; Акціонерне товариство; Aktsionerne tovarystvo; Акционерлік қоғамы; Акционерного общества; Акционердик коому
  jsc | ПАО | pao | ПАО; PAO; Публичное акционерное общество; Publichnoe aktsionernoe obshchestvo; Publichnoye aktsionernoye obshchestvo; Публічне акціонерне товариство; ПАТ; PAT; Publichne aktsionerne tovarystvo
  jsc | ОАО | oao | ОАО; OAO; Открытое акционерное общество; Otkrytoe aktsionernoe obshchestvo; Otkrytoye aktsionernoye obshchestvo; Открытого акционерного общества; ВАТ; VAT; Відкрите акціонерне товариство; ААТ; AAT; Адкрытае акцыянернае таварыства
  jsc | ЗАО | zao | ЗАО; ZAO; Закрытое акционерное общество; Zakrytoe aktsionernoe obshchestvo; Zakrytoye aktsionernoye obshchestvo; Закрите акціонерне товариство; ЗАТ; ZAT; Закрытае акцыянернае таварыства; ПрАТ; PrAT; Приватне акціонерне товариство; Акционерное общество закрытого типа
  jsc | НАО | nao | НАО; Непубличное акционерное общество; Nepublichnoe aktsionernoe obshchestvo
  jsc | PLC | = | Public Limited Company; Public Ltd Company; Public Ltd Co; Public Limited Co; Public Limited; Public Company Limited; PCL; Public Ltd
  jsc | AG | = | Aktiengesellschaft; Aktien Gesellschaft; AktG; gAG; AkG; Aktiengeselschaft
  jsc | SE | = | Societas Europaea; Europäische Gesellschaft; Société européenne
  jsc | SA | = | Société anonyme; Societe anonyme; Sociedad anónima; Sociedad anonima; Sociedade anónima; Sociedade anônima; Spółka akcyjna; Spolka akcyjna; Société par actions; Societatea pe acțiuni; Societate pe acțiuni; SAU; Sociedad anónima unipersonal; SA de CV; Sociedad Anónima de Capital Variable; SAB de CV; SAPI de CV; SAC; SAK; SAL; SAOG; SAOC; SAE; S en C por A
  jsc | SAS | = | Société par actions simplifiée; Sociedad por acciones simplificada; SASU; Societe par actions simplifiee
  jsc | SpA | = | Società per azioni; Sociedad por acciones; Societa per azioni
  jsc | NV | = | Naamloze vennootschap
  jsc | AS | as | A/S; Aktieselskab; Aktieselskabet; Akciová společnost; Akciová spoločnosť; Anonim Şirketi; Anonim Sirketi; AŞ; Aktsiaselts; Aksjeselskap; ASA; Allmennaksjeselskap; AS; a.s.; Akciju sabiedrība; Akciju sabiedriba
  | AB | = | Aktiebolag; Aktiebolaget; Publikt aktiebolag; AB publ; Akcinė bendrovė; Akcine bendrove
  jsc | Oyj | = | Julkinen osakeyhtiö; Abp
  jsc | a.d. | ad | Akcionarsko društvo; Akcionarsko drustvo; Акционерско друштво; Акционерно дружество; АД; ЕАД; EAD; Aktsionerno druzhestvo; Акционарско друштво
  jsc | d.d. | dd | Dioničko društvo; Dionicko drustvo; Delniška družba; Dionicarsko drustvo
  jsc | ΑΕ | ae | Ανώνυμη Εταιρεία; Ανώνυμος Εταιρεία; Anonymi Etaireia; Anonimi Eteria; ΑΒΕΕ; ABEE
  jsc | Zrt. | zrt | Zártkörűen működő részvénytársaság; Nyrt; Nyilvánosan működő részvénytársaság; Részvénytársaság; Rt
  jsc | Hf. | hf | Hlutafélag
  jsc | PT | = | Perseroan Terbatas; Tbk; PT Tbk
  jsc | Bhd | = | Berhad
  jsc | სს | = | სააქციო საზოგადოება
  jsc | KK | = | 株式会社; Kabushiki Kaisha; Kabushikigaisha; 주식회사; Chusik Hoesa; 股份有限公司; 股份公司; Gufen Youxian Gongsi; شركة مساهمة; شرکت سهامی; شرکت سهامی عام; شرکت سهامی خاص; Sherkat Sahami; Công ty cổ phần; Cong ty co phan
  jsc | Sh.A. | sha | Shoqëri Aksionare; Shoqeri Aksionare
  jsc | AO Bank | akb | АКБ; AKB; Акционерный коммерческий банк; Aktsionernyy kommercheskiy bank; Joint Stock Commercial Bank; JSCB; JSB; Joint Stock Bank
  lp | LP | = | Limited Partnership; Ltd Partnership; Kommanditselskab; K/S; Commanditaire vennootschap; CV; Société en commandite; Société en commandite simple; SCS; Sociedad en comandita; Società in accomandita semplice; Spółka komandytowa; Sp k; Kommanditbolag; Kommandiittiyhtiö; Ky; 有限合伙; 合資会社; Limited Liability Limited Partnership; LLLP; 兩合公司; SCSp
  lp | KG | = | Kommanditgesellschaft
  lp | GmbH & Co. KG | gmbhcokg | GmbH und Co KG; GmbH and Co KG; GmbH & Co; GmbH Co KG; Gesellschaft mit beschränkter Haftung & Co KG; GmbH & Co. Kommanditgesellschaft
  lp | AG & Co. KG | agcokg | AG und Co KG; AG and Co KG; UG & Co KG; Ltd & Co KG; SE & Co KG
  lp | KGaA | = | Kommanditgesellschaft auf Aktien; SE & Co KGaA; GmbH & Co KGaA; SCA; Société en commandite par actions; Società in accomandita per azioni; SApA
  lp | к.д. | - | Командитно друштво; Командитно дружество; Komanditno druzhestvo; Komanditno drustvo; Komanditno društvo
  lp | k.s. | ks | Komanditní společnost; Komanditná spoločnosť
  lp | Bt. | bt | Betéti társaság
  llp | LLP | = | Limited Liability Partnership; Ltd Liability Partnership; PartG; PartG mbB; PartGmbB; Partnerschaftsgesellschaft
  gp | GP | = | General Partnership; Partnership; Société en nom collectif; SNC; Società in nome collettivo; OHG; Offene Handelsgesellschaft; OG; GbR; Gesellschaft bürgerlichen Rechts; Gesellschaft buergerlichen Rechts; VOF; Vennootschap onder firma; Spółka jawna; Sp j; Interessentskab; I/S; Handelsbolag; Полное товарищество; Polnoe tovarishchestvo; SCI; Société civile; Société civile immobilière; 合名会社; SENC
  sp | e.K. | ek | eingetragener Kaufmann; eingetragene Kauffrau; eKfm; eKfr; Enkeltmandsvirksomhed; Eenmanszaak; Sole Proprietorship; Sole Trader; Empresa unipersonal; Entreprise individuelle
  sp | ИП | ip | ИП; IP; Индивидуальный предприниматель; Individualnyy predprinimatel; ІП; Індывідуальны прадпрымальнік; ФОП; FOP; Фізична особа підприємець; ЕТ; Едноличен търговец; ЧП; Частное предприятие; ПП; Приватне підприємство; Private Enterprise; Private Unitary Enterprise; ЧУП; ЧТУП
  coop | eG | = | eingetragene Genossenschaft; Genossenschaft; Cooperative; Co-operative; Coöperatie; Coop; Cooperativa; Sociedad cooperativa; Società cooperativa; Soc coop; Spółdzielnia; Družstvo; Szövetkezet; Osuuskunta; Andelslag; Ekonomisk förening; SCE; Societas Cooperativa Europaea; Кооператив; Kooperativ; Потребительский кооператив; Kooperatif
  ngo | e.V. | ev | eingetragener Verein; eingetr Verein; Verein; Rekisteröity yhdistys; ASBL; VZW; AISBL; Association sans but lucratif; Vereniging zonder winstoogmerk
  ngo | АНО | ano | АНО; ANO; Автономная некоммерческая организация; Avtonomnaya nekommercheskaya organizatsiya; Autonomous Non Profit Organization; Autonomous Nonprofit Organization; Autonomous Non Commercial Organization
  ngo | NGO | = | Non Governmental Organization; Non Profit Organization; Nonprofit Organization; Non Profit; NPO; ONG; Organización no gubernamental; Charitable Organization; CIC; Community Interest Company; НКО; Некоммерческая организация; НО; Общественная организация; Obshchestvennaya organizatsiya; Благотворительный фонд; Blagotvoritelnyy fond; БФ; Civil Society Organization; Charitable Trust; Charitable Incorporated Organisation; CIO; НП; Некоммерческое партнерство
  soe | ГУП | gup | ГУП; GUP; Государственное унитарное предприятие; Gosudarstvennoe unitarnoe predpriyatie; State Unitary Enterprise; SUE; Unitary Enterprise; УП; Унитарное предприятие; РУП; RUP; Republican Unitary Enterprise; Республиканское унитарное предприятие; МУП; MUP; Муниципальное унитарное предприятие; КУП
  soe | ФГУП | fgup | ФГУП; FGUP; FSUE; Федеральное государственное унитарное предприятие; Federalnoe gosudarstvennoe unitarnoe predpriyatie; Federal State Unitary Enterprise
  soe | ФГБУ | fgbu | ФГБУ; FGBU; ФГБОУ ВО; ФГБНУ; ФКУ; Федеральное государственное бюджетное учреждение; Federal State Budgetary Institution; FSBI; Federal State Institution; FGBI; Федеральное казенное учреждение; FKU; Federalnoe gosudarstvennoe byudzhetnoe uchrezhdenie; FSAI; FSBEI
  soe | ДП | dp | Державне підприємство; Derzhavne pidpryiemstvo; State Enterprise; Public Enterprise; State Owned Enterprise; State Corporation; Госкорпорация; Государственная корпорация; Державне унітарне підприємство; ГП; Государственное предприятие; Јавно предузеће; Javno preduzece; Government Owned Corporation; GOCC; EPIC; Statsforetak; AöR; KdöR; Anstalt des öffentlichen Rechts; Körperschaft des öffentlichen Rechts; Empresa del Estado
  fin | SICAV | = | Société d'investissement à capital variable; SICAF; FCP; FCPR; Fonds commun de placement; OEIC; ICAV; UCITS
  fin | N.A. | na | National Association; Nat Assn
`;

export interface LegalFormEntry {
  /** Lower case, such as `llc`. null if the form is used for several kinds. */
  genericClass: string | null;
  display: string;
  /** What replaces it in a comparison. '' for nothing. */
  compare: string;
  /** All of its spellings, including the display. */
  writings: string[];
}

/** The table above, in order. */
export const LEGAL_FORM_ENTRIES: readonly LegalFormEntry[] = TABLE.trim().split('\n').map(readLine);

function readLine(line: string): LegalFormEntry {
  const [genericClass = '', display = '', compare = '', writings = ''] = line.split('|').map((cell) => cell.trim());
  return {
    genericClass: genericClass || null,
    display,
    compare: compare === '=' ? display.toLowerCase() : compare === '-' ? '' : compare,
    writings: [display, ...writings.split(';').map((writing) => writing.trim())],
  };
}
