/**
 * Families of given names: short and pet forms, and the spellings that one name has in different transcriptions. Our own compilation of common
 * knowledge. Given names that only correspond to each other (`John`, `Juan`) are in `TRANSLATED_NAMES`, because they less often belong to one person.
 */
const FAMILIES = `
  william bill billy will willy willie liam wilhelm willem
  robert bob bobby rob robbie robby bert roberto beto
  richard dick rick ricky rich richie ricardo riccardo
  james jim jimmy jamie jem
  john johnny jack johnnie jon
  jonathan jon jonny nathan
  joseph joe joey josef jozef iosif josip yosef yossi sepp
  thomas tom tommy tomas tomasz tomek
  charles charlie chuck charly karl carl
  edward ed eddie ted teddy ned eduard edouard eduardo lalo
  michael mike mick mickey mikey michel mikhail mikhailo mykhailo misha michal mihail mihai mikael
  anthony tony anton antonio antoine toni tonino
  andrew andy drew andrei andrey andrii andriy andrej andreas andre andres andrzej
  david dave davey davy davit dawid daud dawood dawud daoud
  daniel dan danny danila danilo daniil danylo
  matthew matt mateusz matteo mateo mathieu matthias matvei
  christopher chris kit christoph christophe kristofer krzysztof cristobal
  nicholas nick nicky nicolas nikolai nikolay nikolaj nicolai mykola nikola nikolaos nikolaus mikalai klaus niko kolya
  alexander alex alec alexandre aleksandr aleksandar alexandr oleksandr aliaksandr alejandro alessandro sasha sascha
    sandro alexandros iskander iskandar eskandar aleksander sanya shura
  alexandra aleksandra oleksandra alejandra alessandra sandra sasha shura
  alexei aleksei alexey aleksey oleksii oleksiy alexis aliaksei alyosha aljoscha lyosha lesha
  sergei sergey sergej serhii serhiy sergii sergio siarhei serge sergejs sergi
  vladimir volodymyr uladzimir vladimirs wladimir volodimir vova volodya vlad wladymir vladimer
  vladislav vladyslav wladyslaw vlad uladzislau
  dmitry dmitri dmitrii dmitriy dmytro dimitri dimitrios dima dzmitry dimitar mitya
  eugene evgeny evgeni evgeniy evheni evhen yevheni evgenii yevgeny yevgeni evgeniy yevhen yauhen eugen eugenio gene
    jewgeni ievgen zhenya
  george georg georgi georgy georgii giorgi giorgio georges georgios heorhii
  yuri yury iurii yurii jurij juri yuriy youri iouri yura
  gregory greg grigory grigori hryhorii gregor grigorii grisha
  gennady gennadi gennadii hennadii gena
  leonid lenya leonyd lyonya
  konstantin kostya kostyantyn constantine constantin konstantinos costa
  maxim maksim maksym maximilian max
  pavel pavlo paul pawel pauls pasha
  peter pete pyotr petr petro piotr petar petros piter petya piotrek
  philip phil philippe filip felipe filippo philipp
  stephen steven steve stefan stephan stepan esteban stefano stevie stephane stephanos
  victor viktor vik vitya
  vasily vasili vasilii vasyl vasil basil wassili vasiliy vasile vasya
  igor ihor ihar
  oleg oleh aleh
  ivan ivane ioann iwan vanya
  ilya illia ilia iliya elijah elias ilias
  fyodor fedor fedir theodore theodor teodor feodor fedya
  stanislav stanislaw stas staszek
  anatoly anatolii anatoliy anatoli tolya
  arkady arkadii arkadi arkadiy arkasha
  valery valerii valeriy valeri valera
  vitaly vitalii vitaliy vitali
  viacheslav vyacheslav viatcheslav slava
  yaroslav jaroslav jaroslaw slava
  rostislav rostyslav slava
  svyatoslav sviatoslav slava
  timothy tim timofey timofei timmy
  kenneth ken kenny
  ronald ron ronnie
  donald don donnie
  raymond ray
  lawrence larry laurence lawrie lorenzo laurent lars
  leonard len lenny leonardo leo
  gerald gerry jerry gerard geraldo
  jeremy jerry jeremiah
  jeffrey jeff geoffrey geoff
  samuel sam sammy
  samantha sam
  benjamin ben benny benji binyamin bibi benjamen
  zachary zach zack zak
  patrick pat paddy patricio patrik
  patricia pat patty trish tricia
  francis frank frankie
  francisco francesco frank francois franz frans paco pancho
  franklin frank
  frederick fred freddy frederic frederik fredrick frederico federico
  alfred alf fred alfredo
  albert al bert alberto
  arthur art artie arturo artur
  harold harry hal
  henry harry hank henri
  heinrich heinz hendrik henrik
  hugh hugo
  theodore ted teddy theo
  abraham abe ibrahim ibraheem ebrahim avraham abram brahim
  isaac ishaq ishak yitzhak itzhak izaak
  jacob jake jakob yakov yaakov jakub
  joshua josh yehoshua
  moses moshe musa moussa moises mousa
  solomon suleiman sulaiman suleyman sulayman sol shlomo soliman
  aaron haroun harun haroon aron
  walter walt wally
  vincent vince vinnie vincenzo vicente enzo
  terence terry terrence
  russell russ
  stuart stu stewart
  douglas doug
  gregor greg
  nathaniel nate nathan nat
  randolph randy randall
  rudolf rudy rodolfo rudolph
  louis lou luis luigi lewis louie ludwig
  ernest ernie ernst ernesto
  eric erik erich
  martin marty martino
  maurice morris moritz mauricio
  barack barry barak
  johannes hans johann johan hannes
  sebastian seb bastian basti
  gabriel gabe gavriil jibril jibreel
  emmanuel manuel manny emanuel immanuel manolo manolito
  katherine kate kathy katie catherine cathy kathryn kathleen kit kitty katharina ekaterina yekaterina kateryna
    katarzyna catalina caterina katerina katrin katya karen kasia
  elizabeth liz lizzie beth betty bess eliza lisa elisabeth elisabetta isabel isabella isabelle yelizaveta elizaveta
    libby elsa
  margaret maggie peg peggy meg marge margarita margarete margherita greta rita
  mary maria marie maryam mariam miriam molly polly mariya mariia marija masha
  ann anna anne annie hanna hannah ana nancy anya
  susan sue susie suzanne susanna susannah
  barbara barb babs varvara basia
  deborah deb debbie debra
  jennifer jen jenny
  jessica jess jessie
  rebecca becky becca
  rachel rachael raquel
  sarah sara sally sarra
  victoria vicky vicki viktoria viktoriya
  dorothy dot dottie dorothea
  eleanor ellie nell nora elena helen helena
  helen helena elena olena yelena lena ellen alena
  olga olha volha olya
  natalia natalie nataliya natasha nataliia natalya
  irina iryna irene ira irena
  tatiana tatyana tetiana tanya tatjana tania
  svetlana svitlana sveta
  galina halyna galya
  julia yulia iuliia yuliya juliya julie giulia yulya
  anastasia nastya anastasiya anastasiia
  sofia sophia sofiya sophie zofia sonya sonia
  ludmila lyudmila liudmyla ljudmila mila lyuda
  xenia ksenia kseniya oksana oxana ksyusha
  christine christina chris tina kristina cristina khrystyna
  caroline carol carrie carolina
  jacqueline jackie
  josephine josie jo
  pamela pam
  cynthia cindy
  teresa terry tess theresa therese
  veronica ronnie veronika
  virginia ginny
  valentina valya
  muhammad mohammad mohammed mohamed muhammed mohamad muhamad mehmet mohamud mohammod mahomet mohd muhammet mamadou
    mukhammad magomed mokhammed mo moe
  ahmad ahmed ahmet ahmat akhmed akhmad achmad
  mahmoud mahmud mahmood mehmood makhmud
  hussein hussain husain husayn hossein hosein husein hussayn houssein khusein huseyin
  hassan hasan hasen khasan
  ali aly alee
  abdullah abdallah abdulla abdalla abdoulaye abdollah abdilahi abdullahi
  abdul abd abdel abdal abdol abdu abdou
  abdulrahman abdurrahman abdelrahman abdalrahman abdurahman abdirahman abdurrahim
  abdulaziz abdelaziz abdulazeez abdalaziz
  abdulkarim abdelkarim abdulkareem abdalkarim
  abdulkader abdelkader abdulqadir abdelqader abdalqadir
  umar omar omer umer oumar
  osama usama ussama oussama
  uthman osman othman usman ousmane ottman
  yusuf youssef yousef yousuf yosef joseph josef youcef yusif iosif
  yahya yehia yahia
  yasin yassin yaseen yassine
  ismail ismael esmail ishmael ismaeel
  khalid khaled haled
  saeed said sayeed saiid
  salah saleh salih
  mustafa mostafa moustafa mustapha moustapha
  murtaza mortaza murtadha morteza
  nasser naser nasir nassir naseer
  nour noor nur nor
  qasim kasim qassem kassem qasem ghassem ghasem
  rashid rasheed rachid raschid
  rahman rehman rahmane
  rahim raheem rahem
  reza rida rza ridha redha
  jamal gamal djamal cemal
  jamil jameel gamil djamil
  jafar jaafar jaffar djafar
  hamid hameed khamid
  hamza hamzah khamza
  haidar haider hayder heydar hyder
  faisal faysal feisal faizal
  fahd fahad
  fuad fouad
  farouk faruk farooq faruq
  tariq tarek tarik tareq
  walid waleed oualid
  wahid waheed ouahid
  zubair zubayr zoubeir
  zakaria zakariya zakariyya zechariah
  zaid zayd zeid ziad ziyad
  bilal belal bilel
  bashir basheer bachir
  aisha aysha ayesha aicha aishah
  fatima fatimah fatma fatemeh
  khadija khadijah khadidja hadija
  zainab zaynab zeinab zineb
  leila layla laila leyla
  noura nora nura
  kim gim
  xi hsi shi si
  zhang chang
  li lee
  park pak bak
  choi choe
  lee yi rhee
  yong young
  jong chong
  myong myung
  chol cheol
  hyon hyun
  sung song
  nguyen nguen
  jose pepe pepito josep
  ignacio nacho
  guadalupe lupe lupita
  giuseppe beppe peppe peppino
  evgenia evgeniya zhenya yevgenia yevgeniya
  malgorzata gosia malgosia
  enrique quique kike
  guillermo memo
  jesus chuy chucho
  concepcion concha conchita
  dolores lola
  rosario charo
  mercedes merche
  rafael rafa raphael
  lorenzo renzo
  luigi gigi
  salvatore toto
  domenico mimmo
  giovanni gianni
  friedrich fritz
  joachim jochen achim
  ulrich uli
  boris borya
  semyon semen senya semion
  valentin valya
  roman roma
  timofey timofei tima
  daria darya dariya dasha
  lyubov liubov lyuba
  nadezhda nadya
  larisa larissa
  wojciech wojtek
  zbigniew zbyszek
  kazimierz kazik
  tadeusz tadek
  jerzy jurek
  joanna asia joasia
  augustus gus
  bartholomew bart
  benedict ben
  bernard bernie
  bradley brad
  clifford cliff
  clinton clint
  edmund ed ned
  edwin ed
  gilbert gil
  howard howie
  jerome jerry
  leslie les
  mitchell mitch
  oliver ollie
  reginald reg reggie
  stanley stan
  tobias toby
  wesley wes
  abigail abby
  amanda mandy
  beatrice bea
  charlotte lottie
  constance connie
  florence flo
  frances fran
  gertrude trudy
  gwendolyn gwen
  harriet hattie
  judith judy
  lillian lily
  marjorie marge
  matilda tilly
  michelle shelly michele
  penelope penny
  philippa pippa
  sandra sandy
  winifred winnie
  julian julien juliano
  adrian adriano adrien
  fabian fabien fabiano
  marcel marcelo marcello
  claude claudio
  fabio fabius
  silvio silvano
  flavio flavius
  lucian luciano lucien
  emil emilio emile
  octavio ottavio
  cristian christian kristian
  gabriele gabriel
  dario darius
`;

const TRANSLATED = `
  john juan jean ivan johann johannes jan giovanni joao ion ioannis sean ian hovhannes yahya yohannes jon hans evan
  charles karel carlos carlo karol karoly
  henry enrique enrico heinrich hendrik henri henrique
  joseph giuseppe jose
  james jaime santiago giacomo jacques iago jacob
  stephen istvan
  william guillaume guillermo guglielmo
  george jorge yuri yury yurii yuriy jurij juri jerzy
  andrew andras
  louis ludvik
  francis ferenc frantisek
  lawrence laszlo
  alexander lech
  mark marco marcus markus marek marc mario
  luke lucas luca lukas lukasz
  paul pal paolo pablo
  jesus issa isa eissa
  matthew matej
  michael mihaly miguel
  philip fulop
  peter pierre pedro pietro butrus boutros
  elias ilyas
  eve eva hawa yeva
  raphael rafael rafal
  christian kristian
  frederick friedrich
  ignatius ignacio
  aloysius luis
  rose rosa
  lucy lucia luz
  theresa teresa
  angela angele angelika
  agnes ines
`;

/** The families that a given name belongs to, by their first names: `f:william` for a family, `x:john` for a translation. */
export const LINKS_OF_GIVEN_NAME: ReadonlyMap<string, readonly string[]> = collect();

function collect(): Map<string, string[]> {
  const links = new Map<string, string[]>();
  addFamilies(links, 'f', FAMILIES);
  addFamilies(links, 'x', TRANSLATED);
  return links;
}

/** A line that is indented deeper than the first continues the family above it. */
function addFamilies(links: Map<string, string[]>, prefix: string, table: string): void {
  for (const line of table.trim().split(/\n {2}(?! )/)) {
    const names = line.trim().split(/\s+/);
    for (const name of names) {
      const known = links.get(name) ?? [];
      known.push(`${prefix}:${names[0]}`);
      links.set(name, known);
    }
  }
}
