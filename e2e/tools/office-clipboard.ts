/** A 1×1 picture, as office programs put small pictures on the clipboard. */
const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/**
 * What Word 2019 puts on the clipboard for a heading, an indented paragraph, a list of two levels, a table
 * and a picture of its own folder.
 */
export const fromWord = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns:m="http://schemas.microsoft.com/office/2004/12/omml" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 15">
<link rel=File-List href="file:///C:/Users/feng/AppData/Local/Temp/msohtmlclip1/01/clip_filelist.xml">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- @font-face {font-family:宋体;} p.MsoNormal, li.MsoNormal {margin:0cm; mso-pagination:none; font-size:10.5pt; font-family:等线;} @list l0 {mso-list-id:1;} --></style></head>
<body lang=ZH-CN style='tab-interval:21.0pt;word-wrap:break-word'><!--StartFragment-->
<h1 align=center style='text-align:center'><span style='font-family:"微软雅黑",sans-serif'>教师交流轮岗实施细则<span lang=EN-US><o:p></o:p></span></span></h1>
<p class=MsoNormal style='text-indent:24.0pt;mso-char-indent-count:2.0;line-height:150%'><b style='mso-bidi-font-weight:normal'><span style='font-size:12.0pt;font-family:仿宋;color:red'>各学校：</span></b><span style='font-size:12.0pt;font-family:仿宋'>请按下列要求办理。<span lang=EN-US><o:p></o:p></span></span></p>
<p class=MsoListParagraph style='margin-left:18.0pt;text-indent:-18.0pt;mso-char-indent-count:0;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US style='mso-fareast-font-family:等线'><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp;&nbsp; </span></span></span><![endif]><span>报名</span><span lang=EN-US><o:p></o:p></span></p>
<p class=MsoListParagraph style='margin-left:42.0pt;text-indent:-18.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span lang=EN-US style='font-family:Wingdings'><span style='mso-list:Ignore'>l<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span></span><![endif]><span>本人申请</span></p>
<p class=MsoListParagraph style='margin-left:18.0pt;text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span lang=EN-US><span style='mso-list:Ignore'>2.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]><span>审核</span></p>
<table class=MsoTableGrid border=1 cellspacing=0 cellpadding=0 style='border-collapse:collapse;border:none;mso-border-alt:solid windowtext .5pt'><tr style='mso-yfti-irow:0;mso-yfti-firstrow:yes'>
<td width=276 colspan=2 valign=top style='width:207.4pt;border:solid windowtext 1.0pt;padding:0cm 5.4pt 0cm 5.4pt'><p class=MsoNormal><b><span>各校名额</span></b></p></td></tr>
<tr style='mso-yfti-irow:1'><td width=276 valign=top><p class=MsoNormal><span>听潮中学</span></p></td><td width=277 valign=top><p class=MsoNormal><span lang=EN-US>6<o:p></o:p></span></p></td></tr></table>
<p class=MsoNormal><span lang=EN-US style='mso-no-proof:yes'><!--[if gte vml 1]><v:shapetype id="_x0000_t75"><v:stroke joinstyle="miter"/></v:shapetype><v:shape id="图片_x0020_1" style='width:120pt;height:90pt'><v:imagedata src="file:///C:/Users/feng/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" o:title=""/></v:shape><![endif]--><![if !vml]><img width=160 height=120 src="file:///C:/Users/feng/AppData/Local/Temp/msohtmlclip1/01/clip_image001.png" v:shapes="图片_x0020_1"><![endif]></span></p>
<!--EndFragment--></body></html>`

/** What WPS puts there: bold by style, lists as Word's, the picture as data. */
export const fromWps = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40"><head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 14"><title></title><!--[if gte mso 9]><xml><o:OfficeDocumentSettings></o:OfficeDocumentSettings></xml><![endif]--><style>p.MsoNormal{mso-style-name:正文;margin:0pt;font-family:Calibri;} span.10{font-family:'Times New Roman';}</style></head><body style="tab-interval:21pt;"><!--StartFragment-->
<h2><b><span style="mso-spacerun:'yes';font-family:黑体;font-size:16.0000pt;mso-font-kerning:1.0000pt;"><font face="黑体">二、时间安排</font></span></b><b><span style="mso-spacerun:'yes';font-family:黑体;"><o:p></o:p></span></b></h2>
<p class=MsoNormal align=right style="text-align:right;"><b><span style="mso-spacerun:'yes';font-family:仿宋;font-weight:bold;font-size:10.5000pt;"><font face="仿宋">九月上旬</font></span></b><span style="mso-spacerun:'yes';font-family:仿宋;"><font face="仿宋">报名</font></span><span style="mso-spacerun:'yes';"><o:p></o:p></span></p>
<p class=MsoNormal style="margin-left:21.0000pt;text-indent:-21.0000pt;mso-list:l0 level1 lfo1;"><![if !supportLists]><span style="font-family:宋体;"><span style='mso-list:Ignore;'>（一）<span>&nbsp;</span></span></span><![endif]><span style="mso-spacerun:'yes';font-family:仿宋;"><font face="仿宋">材料齐全</font></span></p>
<p class=MsoNormal style="margin-left:21.0000pt;text-indent:-21.0000pt;mso-list:l0 level1 lfo1;"><![if !supportLists]><span style="font-family:宋体;"><span style='mso-list:Ignore;'>（二）<span>&nbsp;</span></span></span><![endif]><span style="mso-spacerun:'yes';font-family:仿宋;"><font face="仿宋">按时提交</font></span></p>
<p class=MsoNormal><img width="1" height="1" src="data:image/png;base64,${dot}"><span style="mso-spacerun:'yes';"><o:p>&nbsp;</o:p></span></p>
<!--EndFragment--></body></html>`
